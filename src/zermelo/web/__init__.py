"""The studio: pages where people play, look and practise.

app.py        the application: what is where, and what every answer has in common
guard.py      who may ask: hosts, origins, sizes; and what a page may load
catalogue.py  the games that can be played in a process, and whose a name is
dispatcher.py      where work is done: on our games in threads of the server, on users' games in processes of their own
supervisor.py     begins those processes, limits them, ends them
worker.py     what runs in such a process; wire.py: what it and the server say to each other
studio.py     what work needs, here and there
cards.py      the games as the first page shows them
seats.py      who can sit at a game: people, and the computers that fit it
fits.py       which games the pages that look into searches can take
sessions.py   games that people play, kept in a file so that none is lost; who chooses, and who sees what
scheduler.py       searches: one at a time for each client, told as they go, ended when nobody listens
trouble.py    what goes wrong, as a page is told
views.py      what pages are told of a game under way
asked.py      what pages ask for, with its limits
routes/       one file for each group of addresses
pages/        the pages, static/ their modules and styles, lessons/ the lessons
"""
