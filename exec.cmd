@rem `exec` of package.json: in a POSIX shell node takes the place of the shell, so that signals reach it. Here it runs what follows.
@%*
