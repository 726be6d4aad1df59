// A program for the launcher's tests: says its id and what it was given, and runs until it is ended.
console.log(`running ${process.pid} ${process.argv.slice(2).join(' ')}`)
console.log(JSON.stringify({ level: 50, msg: 'a planted error' }))
process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 60_000)
