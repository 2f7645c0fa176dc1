"""The studio: pages where people play, look and practise.

app.py          the application: what is where, and what every answer has in common
serving.py      the socket that it is served on; connections.py: how many there may be, and how long they may take
middleware.py   who may ask, how much and how often, and what a page may load
hosts.py        where the studio listens, and under which names; door.py: who may come in from a network
catalogue.py    the games that can be played in a process, and whose a name is
dispatch.py     where work is done: on our games in threads of the server, on users' games in processes of their own
supervisor.py   begins those processes, limits them, ends them
worker.py       what runs in such a process; messages.py: what it and the server say to each other
studio.py       what work needs, here and there
cards.py        the games as the first page shows them; variants.py: the fields in which their parameters are chosen
seats.py        who can sit at a game: people, and the computers that fit it
sessions.py     games that people play, so that none is lost; who chooses, and who sees what; store.py: the file of these games
branches.py     lines of these games that were left, and can be gone on with
pgn.py          the tree of a game of chess: these lines beside what was played, and what its PGN says
played.py       the list of these games: searched, deleted, brought back
sheets.py       sheets of exercises for a class, and what was handed in
scheduler.py    searches, which report as they go and end when nobody waits for them; fair_queue.py: who is next
stand_in.py     who plays while what a computer needs is compiled (`zermelo.analysis.readiness`)
by_the_book.py  searches of the textbook for who has to answer in time
errors.py       what goes wrong, as a page shows it
views.py        what pages show of a game under way
schemas.py      what pages ask for, with its limits
speech.py       which language a reader wants; compressed.py: what goes out compressed
policy.py       the optimal policy of pig
routes/         one file for each group of addresses
pages/          the pages, static/ their modules and styles, lessons/ the lessons
"""
