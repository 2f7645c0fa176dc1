"""The words of `zermelo ladder` in the languages that it speaks. A rung's English name is the one that the library knows it by."""

from __future__ import annotations

from typing import Final

from zermelo.errors import SpecError

SPANISH: Final = {
    "rung": "peldaño",
    "nodes": "nodos",
    "leaves": "hojas",
    "time": "tiempo",
    "ratio": "razón",
    "value": "valor",
    "not run": "sin ejecutar",
    "about": "unos",
    "the value may change; each alone on the last rung above": "el valor puede cambiar; cada uno solo, sobre el último peldaño de arriba",
    "branching factor": "factor de ramificación",
    "depth": "profundidad",
    "minimal tree": "árbol mínimo",
    "The enhancement ladder": "La escalera de mejoras",
    "nodes that each rung visits, over the depth of the search": "nodos que visita cada peldaño, según la profundidad de la búsqueda",
    "from": "desde",
    "depth m, in plies": "profundidad m, en jugadas",
    "dashed: may change the value": "a trazos: puede cambiar el valor",
    "dotted: not run, expected from the depths before": "a puntos: sin ejecutar, estimado por las profundidades anteriores",
    "minimax": "minimax",
    "alpha-beta": "alfa-beta",
    "order": "orden del juego",
    "tactical first": "tácticas primero",
    "killers": "jugadas asesinas",
    "history": "historia",
    "table": "tabla de transposición",
    "deepening": "profundización iterativa",
    "internal deepening": "profundización interna",
    "null windows": "ventanas nulas",
    "aspiration": "ventanas de aspiración",
    "counter moves": "contrajugadas",
    "early cut-offs": "cortes anticipados",
    "symmetries": "simetrías",
    "proofs": "demostraciones del juego",
    "deeper entries": "entradas más profundas",
    "quiescence": "búsqueda de reposo",
    "extensions": "extensiones",
    "singular extensions": "extensiones singulares",
    "null move": "jugada nula",
    "late move reductions": "reducciones tardías",
    "ProbCut": "ProbCut",
    "best 3 only": "solo las 3 mejores",
}
PORTUGUESE: Final = {
    "rung": "degrau",
    "nodes": "nós",
    "leaves": "folhas",
    "time": "tempo",
    "ratio": "razão",
    "value": "valor",
    "not run": "não executado",
    "about": "cerca de",
    "the value may change; each alone on the last rung above": "o valor pode mudar; cada um sozinho, sobre o último degrau acima",
    "branching factor": "fator de ramificação",
    "depth": "profundidade",
    "minimal tree": "árvore mínima",
    "The enhancement ladder": "A escada de melhorias",
    "nodes that each rung visits, over the depth of the search": "nós que cada degrau visita, conforme a profundidade da busca",
    "from": "a partir de",
    "depth m, in plies": "profundidade m, em lances",
    "dashed: may change the value": "tracejado: pode mudar o valor",
    "dotted: not run, expected from the depths before": "pontilhado: não executado, estimado pelas profundidades anteriores",
    "minimax": "minimax",
    "alpha-beta": "alfa-beta",
    "order": "ordem do jogo",
    "tactical first": "táticos primeiro",
    "killers": "lances assassinos",
    "history": "histórico",
    "table": "tabela de transposição",
    "deepening": "aprofundamento iterativo",
    "internal deepening": "aprofundamento interno",
    "null windows": "janelas nulas",
    "aspiration": "janelas de aspiração",
    "counter moves": "contralances",
    "early cut-offs": "cortes antecipados",
    "symmetries": "simetrias",
    "proofs": "provas do jogo",
    "deeper entries": "entradas mais profundas",
    "quiescence": "busca de quiescência",
    "extensions": "extensões",
    "singular extensions": "extensões singulares",
    "null move": "lance nulo",
    "late move reductions": "reduções tardias",
    "ProbCut": "ProbCut",
    "best 3 only": "só os 3 melhores",
}
LANGUAGES: Final[dict[str, dict[str, str]]] = {"en": {word: word for word in SPANISH}, "es": SPANISH, "pt": PORTUGUESE}
LANGUAGES["en"] |= {"order": "the game's order", "table": "transposition table", "deepening": "iterative deepening"}
LANGUAGES["en"] |= {"aspiration": "aspiration windows", "proofs": "the game's proofs"}


def words_of(language: str) -> dict[str, str]:
    """The words by their English ones. Raises SpecError for a language that is not spoken."""
    if language not in LANGUAGES:
        raise SpecError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[language]
