"""What is said of faults in the text of a tree, in other languages: the phrases of `Tree`."""

from __future__ import annotations

from typing import Final

PHRASES: Final = {
    "es": {
        "an empty text is no tree; write one as ((3 12 8) (2 4 6) (14 5 2))": (
            "un texto vacío no es un árbol; escribe uno como ((3 12 8) (2 4 6) (14 5 2))"
        ),
        "( is never closed": "( no se cierra nunca",
        "{}( is never closed": "{}( no se cierra nunca",
        "{} comes after the end of the tree; several nodes need a ( before them and a ) behind": (
            "{} viene después del final del árbol; varios nodos necesitan un ( delante y un ) detrás"
        ),
        "this node is more than {} levels deep, deeper than a search can follow": (
            "este nodo está a más de {} niveles, más hondo de lo que una búsqueda puede seguir"
        ),
        "the lists of this tree are nested too deep, or contain themselves": (
            "las listas de este árbol tienen demasiados niveles, o se contienen a sí mismas"
        ),
        "{} is no player; before @ there is MAX, MIN, P1, ... or nothing": "{} no es un jugador; antes de @ va MAX, MIN, P1, ... o nada",
        "{} is no information set; a player's nodes are in one by a word behind @, as MIN@b(3 5)": (
            "{} no es un conjunto de información; los nodos de un jugador están en uno por una palabra tras @, como MIN@b(3 5)"
        ),
        "{} must be followed by its children, as in {}(3 12 8)": "tras {} van sus hijos, como en {}(3 12 8)",
        "a node needs one child or more before its )": "un nodo necesita al menos un hijo antes de su )",
        "the probabilities of this chance node sum to {}, not to 1": "las probabilidades de este nodo de azar suman {}, y no 1",
        (
            "{} cannot be a name; it has letters, digits and _, no digit first, and is not MAX, MIN, P1 or chance; other "
            "names stand in quotes, without blanks, as {}"
        ): (
            "{} no puede ser un nombre; lleva letras, cifras y _, sin cifra al principio, y no es MAX, MIN, P1 ni chance; "
            "otros nombres van entre comillas, sin espacios, como {}"
        ),
        "a sister of this node is called {} already": "un hermano de este nodo ya se llama {}",
        "an outcome of chance begins with its probability and a colon, as in chance(.5: 2 .5: 4)": (
            "un resultado del azar empieza por su probabilidad y dos puntos, como en chance(.5: 2 .5: 4)"
        ),
        "{} is not a probability; it is above 0 and at most 1": "{} no es una probabilidad; es mayor que 0 y como mucho 1",
        "< is never closed by >": "< no se cierra nunca con >",
        "a leaf in < > has a number for each player, two or more": "una hoja entre < > tiene un número para cada jugador, dos o más",
        "a probability and a colon can stand only in chance(...)": "una probabilidad y dos puntos solo pueden ir en chance(...)",
        "{} is not a node; if it is a name, write {}=3; players are MAX, MIN, P1, P2, ..., chance": (
            "{} no es un nodo; si es un nombre, escribe {}=3; los jugadores son MAX, MIN, P1, P2, ..., chance"
        ),
        "{} is not a node; write the path to it from the root, as {}": "{} no es un nodo; escribe el camino desde la raíz, como {}",
        "{} is not a node: {} has no child {}; its children: {}": "{} no es un nodo: {} no tiene ningún hijo {}; sus hijos: {}",
        "{} is not a node: it is none of 3  ?  <1 2>  (3 ?)": "{} no es un nodo: no es como 3  ?  <1 2>  (3 ?)",
        "{} is not a probability": "{} no es una probabilidad",
        "{} is not the utility of player {}": "{} no es la utilidad del jugador {}",
        "the text ends where a node should stand": "el texto acaba donde debería haber un nodo",
        "the text ends where {} should stand": "el texto acaba donde debería haber un número",
        "there is no {}; the leaves have {} numbers, for {} players": "no hay {}; las hojas tienen {} números, para {} jugadores",
        "{} is for two players, and this tree has {}: call them P1 to P{}": (
            "{} es para dos jugadores, y este árbol tiene {}: llámalos P1 a P{}"
        ),
        "a leaf has a number for each of {} players, as {}, and this one has {}": (
            "una hoja tiene un número para cada uno de {} jugadores, como {}, y esta tiene {}"
        ),
        "of two players, what one wins the other loses: the numbers must sum to 0, or be one": (
            "de dos jugadores, lo que gana uno lo pierde el otro: los números deben sumar 0, o ser uno solo"
        ),
        "the nodes of the information set {} have different players": "los nodos del conjunto de información {} son de jugadores distintos",
        "the nodes of the information set {} have different actions": "los nodos del conjunto de información {} tienen acciones distintas",
        "{} probabilities are needed, one for each outcome, and here are {}": (
            "hacen falta {} probabilidades, una para cada resultado, y aquí hay {}"
        ),
        "{} is worth {}, and a tree has finite numbers; look less deep": "{} vale {}, y un árbol tiene números finitos; mira menos niveles",
        "the utility of {} is not known (?), and the search asks for it": "la utilidad de {} no se conoce (?), y la búsqueda la pide",
        "a node has a part {}; a node by its parts has {}": "un nodo tiene una parte {}; las partes de un nodo son {}",
        "a node needs either a value or children; a node by its parts has {}": (
            "un nodo necesita un valor (value) o hijos (children); las partes de un nodo son {}"
        ),
        "{} is no node of a tree; a node is a number, None (unknown), a list of nodes, or text such as {}": (
            "{} no es un nodo de un árbol; un nodo es un número, null (desconocido), una lista de nodos, o texto como {}"
        ),
    },
    "pt": {
        "an empty text is no tree; write one as ((3 12 8) (2 4 6) (14 5 2))": (
            "um texto vazio não é uma árvore; escreve uma como ((3 12 8) (2 4 6) (14 5 2))"
        ),
        "( is never closed": "( nunca se fecha",
        "{}( is never closed": "{}( nunca se fecha",
        "{} comes after the end of the tree; several nodes need a ( before them and a ) behind": (
            "{} vem depois do fim da árvore; vários nós precisam de um ( antes e de um ) depois"
        ),
        "this node is more than {} levels deep, deeper than a search can follow": (
            "este nó está a mais de {} níveis, mais fundo do que uma busca pode seguir"
        ),
        "the lists of this tree are nested too deep, or contain themselves": (
            "as listas desta árvore têm níveis a mais, ou contêm-se a si mesmas"
        ),
        "{} is no player; before @ there is MAX, MIN, P1, ... or nothing": "{} não é um jogador; antes de @ vem MAX, MIN, P1, ... ou nada",
        "{} is no information set; a player's nodes are in one by a word behind @, as MIN@b(3 5)": (
            "{} não é um conjunto de informação; os nós de um jogador estão num por uma palavra depois de @, como MIN@b(3 5)"
        ),
        "{} must be followed by its children, as in {}(3 12 8)": "depois de {} vêm os filhos, como em {}(3 12 8)",
        "a node needs one child or more before its )": "um nó precisa de pelo menos um filho antes do seu )",
        "the probabilities of this chance node sum to {}, not to 1": "as probabilidades deste nó de acaso somam {}, e não 1",
        (
            "{} cannot be a name; it has letters, digits and _, no digit first, and is not MAX, MIN, P1 or chance; other "
            "names stand in quotes, without blanks, as {}"
        ): (
            "{} não pode ser um nome; leva letras, algarismos e _, sem algarismo no início, e não é MAX, MIN, P1 nem "
            "chance; outros nomes vão entre aspas, sem espaços, como {}"
        ),
        "a sister of this node is called {} already": "um irmão deste nó já se chama {}",
        "an outcome of chance begins with its probability and a colon, as in chance(.5: 2 .5: 4)": (
            "um resultado do acaso começa pela sua probabilidade e dois pontos, como em chance(.5: 2 .5: 4)"
        ),
        "{} is not a probability; it is above 0 and at most 1": "{} não é uma probabilidade; é maior do que 0 e no máximo 1",
        "< is never closed by >": "< nunca se fecha com >",
        "a leaf in < > has a number for each player, two or more": "uma folha entre < > tem um número para cada jogador, dois ou mais",
        "a probability and a colon can stand only in chance(...)": "uma probabilidade e dois pontos só podem estar em chance(...)",
        "{} is not a node; if it is a name, write {}=3; players are MAX, MIN, P1, P2, ..., chance": (
            "{} não é um nó; se é um nome, escreve {}=3; os jogadores são MAX, MIN, P1, P2, ..., chance"
        ),
        "{} is not a node; write the path to it from the root, as {}": "{} não é um nó; escreve o caminho desde a raiz, como {}",
        "{} is not a node: {} has no child {}; its children: {}": "{} não é um nó: {} não tem nenhum filho {}; os seus filhos: {}",
        "{} is not a node: it is none of 3  ?  <1 2>  (3 ?)": "{} não é um nó: não é como 3  ?  <1 2>  (3 ?)",
        "{} is not a probability": "{} não é uma probabilidade",
        "{} is not the utility of player {}": "{} não é a utilidade do jogador {}",
        "the text ends where a node should stand": "o texto acaba onde devia estar um nó",
        "the text ends where {} should stand": "o texto acaba onde devia estar um número",
        "there is no {}; the leaves have {} numbers, for {} players": "não há {}; as folhas têm {} números, para {} jogadores",
        "{} is for two players, and this tree has {}: call them P1 to P{}": (
            "{} é para dois jogadores, e esta árvore tem {}: chama-lhes P1 a P{}"
        ),
        "a leaf has a number for each of {} players, as {}, and this one has {}": (
            "uma folha tem um número para cada um de {} jogadores, como {}, e esta tem {}"
        ),
        "of two players, what one wins the other loses: the numbers must sum to 0, or be one": (
            "de dois jogadores, o que um ganha o outro perde: os números devem somar 0, ou ser um só"
        ),
        "the nodes of the information set {} have different players": "os nós do conjunto de informação {} são de jogadores diferentes",
        "the nodes of the information set {} have different actions": "os nós do conjunto de informação {} têm ações diferentes",
        "{} probabilities are needed, one for each outcome, and here are {}": (
            "são precisas {} probabilidades, uma para cada resultado, e aqui há {}"
        ),
        "{} is worth {}, and a tree has finite numbers; look less deep": "{} vale {}, e uma árvore tem números finitos; olha menos níveis",
        "the utility of {} is not known (?), and the search asks for it": "a utilidade de {} não se conhece (?), e a busca pede-a",
        "a node has a part {}; a node by its parts has {}": "um nó tem uma parte {}; as partes de um nó são {}",
        "a node needs either a value or children; a node by its parts has {}": (
            "um nó precisa de um valor (value) ou de filhos (children); as partes de um nó são {}"
        ),
        "{} is no node of a tree; a node is a number, None (unknown), a list of nodes, or text such as {}": (
            "{} não é um nó de uma árvore; um nó é um número, null (desconhecido), uma lista de nós, ou texto como {}"
        ),
    },
}
"""For each language what is said in English, `{}` for each part that varies, and how it is told there."""
