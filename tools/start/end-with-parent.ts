// Loaded before a child's own program: ends the child when the process that started it is gone, however it went.
const GRACE_MS = 8_000

// Programs that the child forks have their own parent to watch; they do not need this file.
process.execArgv = process.execArgv.filter((one, at, all) => !isThisFile(one) && !isThisFile(all[at + 1]))

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})
// Listening must not keep a program alive that has finished.
process.channel?.unref()

function isThisFile(argument: string | undefined): boolean {
  return argument?.includes('end-with-parent.ts') ?? false
}
