// A program for the launcher's tests: says its id and what it was given, and runs until it is ended.
process.on('SIGTERM', () => process.exit(0))
// As a hub does that the console restarts.
process.on('SIGUSR2', () => process.exit(75))
console.log(`running ${process.pid} ${process.argv.slice(2).join(' ')}`)
console.log(JSON.stringify({ level: 50, msg: 'a planted error' }))
setInterval(() => {}, 60_000)
