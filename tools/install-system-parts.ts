// Installs the system packages that the tests use, if root runs on Debian; otherwise does nothing, and
// tools/system-parts.ts reports what is missing.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

const PACKAGES = [
  ...['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-noto-cjk', 'ffmpeg', 'nats-server', 'pgbouncer'],
  ...['mosquitto', 'caddy', 'nginx', 'curl', 'gpg', 'gpgv', 'gir1.2-gst-rtsp-server-1.0', 'python3-gi'],
  ...['base', 'good', 'ugly', 'bad'].map((set) => `gstreamer1.0-plugins-${set}`),
]
/** Not available in every Debian; without them, for example, the tests of the oldest PostgreSQL are skipped. */
const OPTIONAL = ['postgresql-15', 'pebble', 'vlc-bin', 'vlc-plugin-base', 'livemedia-utils']
/** Debian's packages start no servers at this runlevel; those that use systemd do not with this policy. */
const POLICY = '/usr/sbin/policy-rc.d'

/** Installs missing packages and prints their names. Throws if apt-get fails. */
export function installSystemParts(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const missing = [...PACKAGES, ...OPTIONAL].filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  run('apt-get', ['-qq', 'update'])
  const known = missing.filter((name) => !OPTIONAL.includes(name) || hasCandidate(name))
  if (known.length === 0) return
  console.log(`Installing ${known.join(', ')} ...`)
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...known])
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

/** A package can be known by name alone, because others suggest it. */
function hasCandidate(name: string): boolean {
  const { stdout } = spawnSync('apt-cache', ['policy', name], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return /^ {2}Candidate: (?!\(none\))/m.test(stdout)
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' })
  return stdout.includes('\nStatus: install ok installed\n')
}

function run(program: string, args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stderr}`)
}
