/** A real nginx for a test, on its own port. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { FILES, issueCertificate } from '#platform/http/authority.ts'
import { freePort, untilReached } from './ports.ts'

const PROGRAM = '/usr/sbin/nginx'
/** Whether Debian's package is there (apt-get install --no-install-recommends nginx). */
export const hasNginx = existsSync(PROGRAM)

export type TestNginx = {
  port: number
  /** Authority of its certificate, in PEM. */
  ca: string
  stop(): Promise<void>
}
type Own = { port: number; certFile: string; keyFile: string }

/** Starts `nginx` with the content of `http { }`, written for its port and the certificate of that name. */
export async function startNginx(host: string, sites: (own: Own) => string): Promise<TestNginx> {
  const home = mkdtempSync(join(tmpdir(), 'mimamori-nginx-'))
  const of = (name: string) => join(home, name)
  await issueCertificate(home, [host], systemClock.now())
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${of(each)};`)
  writeFileSync(
    of('nginx.conf'),
    `daemon off;
master_process off;
${isRoot ? 'user root root;' : ''}
pid ${of('pid')};
error_log ${of('error.log')};
events { }
http {
access_log off;
${temporary.join('\n')}
${sites({ port, certFile: of(FILES.cert), keyFile: of(FILES.key) })}
}
`,
  )
  const child = spawn(PROGRAM, ['-p', home, '-e', of('error.log'), '-c', of('nginx.conf')], { stdio: 'ignore' })
  async function stop() {
    if (child.exitCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(home, { recursive: true, force: true })
  }
  try {
    await untilReached(port)
  } catch (error) {
    const said = existsSync(of('error.log')) ? readFileSync(of('error.log'), 'utf8') : ''
    await stop()
    throw new Error(`nginx did not start:\n${said}`, { cause: error })
  }
  return { port, ca: readFileSync(of(FILES.ca), 'utf8'), stop }
}
