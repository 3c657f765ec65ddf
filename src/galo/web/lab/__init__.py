"""The laboratory on the site: matches, tournaments and evolutions that its page starts.

laboratory.py    the queue, and the processes that compute, in the server
job.py           one of these processes
folder.py        the directory of a job: all that is kept of it
evolved.py       what an evolution found, as an agent at a table
checks.py        whether a job may be computed here
routes.py        the requests
"""
