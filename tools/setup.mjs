// Installs what a checkout needs and runs a program of it under Node 24: `node tools/setup.mjs [program.ts] [arguments]`.
//
// Plain JavaScript for Node 20.19 and newer, without dependencies, because it runs before anything is installed. The
// program is started from here, not by a second `node` on the npm script's line: a shell remembers where it found the
// first `node` and would not see the one that the install has just brought.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lockFile = join(root, 'package-lock.json')
const packages = join(root, 'node_modules')
const stampFile = join(packages, '.mimamori-lock')
const platformPackage = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const bundledNode = join(packages, platformPackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const [program, ...programArguments] = process.argv.slice(2)

requireNode20()
// A test that starts programs must not replace the packages of tests that run at the same time.
if (!process.env.MIMAMORI_INSTALLED && !isInstalled()) install()
const node = chooseNode()
if (program) run(node, program, programArguments)

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function requireNode20() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Mimamori needs Node 20.19 or newer to install itself; this is Node ${process.versions.node}.`)
}

function lockHash() {
  return createHash('sha256').update(readFileSync(lockFile)).digest('hex')
}

/** True if node_modules was installed from this package-lock.json, by this program or by npm. */
function isInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash()) return true
  const written = join(packages, '.package-lock.json')
  return existsSync(written) && statSync(written).mtimeMs >= statSync(lockFile).mtimeMs
}

function install() {
  const startedAt = Date.now()
  const npm = findNpm()
  requireWritable(existsSync(packages) ? packages : root)
  process.stdout.write('Installing packages (npm ci) ...')
  const result = spawnSync(npm.command, [...npm.arguments, 'ci', '--no-progress', '--loglevel=error'], {
    cwd: root,
    // node-av would download an ffmpeg program that is not used here.
    env: { ...process.env, SKIP_FFMPEG: 'true' },
    encoding: 'utf8',
    shell: npm.shell,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (result.error || result.status !== 0) {
    process.stdout.write(' failed\n')
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n').slice(-25).join('\n')
    fail(`${said}\nThe packages could not be installed${result.error ? `: ${result.error.message}` : ''}.`)
  }
  requireRunnable()
  linkNode()
  writeFileSync(stampFile, lockHash())
  process.stdout.write(` ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

/** The npm that called this program, so that the same installation is used, or else the one on the PATH. */
function findNpm() {
  const execPath = process.env.npm_execpath
  if (execPath && /npm-cli\.c?js$/.test(execPath)) {
    return { command: process.execPath, arguments: [execPath], shell: false }
  }
  const shell = process.platform === 'win32'
  if (spawnSync('npm', ['--version'], { shell }).status !== 0) fail('Mimamori needs npm to install its packages.')
  return { command: 'npm', arguments: [], shell }
}

function requireWritable(folder) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    fail(`The packages cannot be installed: this user may not write to ${folder}.`)
  }
}

function requireRunnable() {
  if (!existsSync(bundledNode)) return
  const result = spawnSync(bundledNode, ['--version'], { encoding: 'utf8' })
  if (result.status !== 0)
    fail(`The Node in ${bundledNode} does not run on this system (it needs glibc 2.28 or newer).`)
}

/** npm 10 removes the link together with the packages for other platforms, which contain the same program. */
function linkNode() {
  const link = join(packages, '.bin', 'node')
  if (process.platform === 'win32' || !existsSync(bundledNode) || existsSync(link)) return
  symlinkSync(join('..', platformPackage, 'bin', 'node'), link)
}

/** The Node of the npm platform packages, or this one if there is none and this one is new enough. */
function chooseNode() {
  if (existsSync(bundledNode)) return bundledNode
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return fail(
    `Mimamori runs on Node 24 or newer. It brings its own for Linux (x64, arm64) and Windows (x64); ` +
      `on ${process.platform} ${process.arch} please install Node 24 first (this is ${process.versions.node}).`,
  )
}

/** Exit code of a program that must be restarted: the hub, when the console restarts it. */
const START_AGAIN_CODE = 75

/** Runs the program in the foreground; it ends with this process, because it detects the closed channel. */
function run(command, script, scriptArguments) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = [dirname(node), join(packages, '.bin'), process.env[pathKey] ?? ''].join(delimiter)
  let child
  let isEnding = false
  const end = (signal) => {
    isEnding = true
    child.kill(signal)
  }
  const start = () => {
    child = spawn(command, [join(root, script), ...scriptArguments], {
      // Programs start a third faster with what Node compiled before.
      env: { NODE_COMPILE_CACHE: join(packages, '.cache', 'compiled'), ...process.env, [pathKey]: path },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    child.on('error', (error) => fail(`${script} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      if (code === START_AGAIN_CODE && !isEnding) return start()
      if (signal === null) process.exit(code ?? 1)
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
      process.kill(process.pid, signal)
    })
  }
  start()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  if (process.env.npm_lifecycle_event) endWithNpm(() => end('SIGTERM'))
}

/** A signal to npm alone ends npm, and perhaps its shell, but not this process, which detects its changed parents. */
function endWithNpm(end) {
  const parents = readParents()
  const watch = setInterval(() => {
    if (readParents() === parents) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}

/** The shell that runs this process and, if the system reports it, the npm that runs the shell. */
function readParents() {
  try {
    const status = readFileSync(`/proc/${process.ppid}/status`, 'utf8')
    return `${process.ppid} ${/^PPid:\s*(\d+)/m.exec(status)?.[1]}`
  } catch {
    return `${process.ppid}`
  }
}
