// npm runs between the caller and the server. Kill npm with a signal that it does not pass on
// (SIGHUP, SIGKILL), or let the shell between them die alone, and the server would be orphaned.
// Imported first, because a parent that is gone before this line is not noticed: once the parent is
// gone, this process gets a SIGINT, as by Ctrl-C. The server then stops gracefully and at once;
// where nothing handles the signal yet, the process ends.
const pollMs = 500

// Started by hand, by systemd or by a container, the parent may go whenever it likes.
const isRunByNpm = ['start', 'test', 'npx'].includes(process.env.npm_lifecycle_event ?? '')

// On Windows the number stays that of a dead parent.
if (isRunByNpm && process.platform !== 'win32') {
  // Where npm is process 1 of a container, this is 1 from the beginning and stays it.
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGINT')
  }, pollMs)
  timer.unref()
}
