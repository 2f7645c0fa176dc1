"""The studio: pages where people play, look and practise.

app.py        the application: what is where, and what every answer has in common
guard.py      who may ask: hosts, origins, sizes; and what a page may load
catalogue.py  the games on offer, the user's own among them, loaded anew when their file is saved
seats.py      who can sit at a game: people, and the computers that fit it
fits.py       which games the pages that look into searches can take
sittings.py   games that people play, kept in a file so that none is lost; who chooses, and who sees what
desk.py       searches: one at a time for each client, told as they go, ended when nobody listens
trouble.py    what goes wrong, as a page is told
views.py      what pages are told of a game under way
asked.py      what pages ask for, with its limits
routes/       one file for each group of addresses
pages/        the pages, static/ their modules and styles, lessons/ the lessons
"""
