/** The proxies of docs/running/ and of the container files, before services that listen at these ports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import { FILES, issueCertificate } from '#platform/http/authority.ts'
import type { Origin } from './https-client.ts'
import { hasCaddy, startCaddy } from './servers/caddy.ts'
import { startHaproxy } from './servers/haproxy.ts'
import { hasNginx, startNginx } from './servers/nginx.ts'
import { hasPebble } from './servers/pebble.ts'
import { adapted, recipeOf, SHIPPED_CADDYFILE } from './servers/recipes.ts'

/** Whether Debian's packages caddy, nginx and pebble are there. */
export const hasProxies = hasCaddy && hasNginx && hasPebble
/** The name of the recipes. */
export const HOST = 'mimamori.example'
const CONTAINER_HOST = 'containers.mimamori.example'

export type Proxies = {
  /** Caddy with the Caddyfile of the container files. */
  shipped: Origin
  /** Caddy with the lines of docs/running/network.md. */
  caddy: Origin
  nginx: Origin
  stop(): Promise<void>
}

/** Ports of the services; the shipped Caddyfile has several instances behind it. */
type Upstreams = { shipped: readonly number[]; caddy: number; nginx: number }

export async function startProxies(upstreams: Upstreams): Promise<Proxies> {
  const addresses = upstreams.shipped.map((port) => `127.0.0.1:${port}`)
  const [caddy, nginx] = await Promise.all([
    startCaddy({
      hosts: [HOST, CONTAINER_HOST],
      files: [SHIPPED_CADDYFILE],
      text: adapted(recipeOf(`${HOST} {`), { '127.0.0.1:8080': `127.0.0.1:${upstreams.caddy}` }),
      env: { MIMAMORI_HOST: CONTAINER_HOST, MIMAMORI_UPSTREAMS: addresses.join(' ') },
    }),
    startDocumentedNginx(upstreams.nginx),
  ])
  return {
    shipped: { host: CONTAINER_HOST, port: caddy.port, ca: caddy.ca },
    caddy: { host: HOST, port: caddy.port, ca: caddy.ca },
    nginx: nginx.origin,
    stop: async () => void (await Promise.all([caddy.stop(), nginx.stop()])),
  }
}

/** nginx with the recipe of docs/running/network.md, with further replacements. */
export async function startDocumentedNginx(upstream: number, changes: Readonly<Record<string, string>> = {}) {
  const { port, ca, stop } = await startNginx(HOST, (own) =>
    adapted(recipeOf('server {'), {
      'listen 443 ': `listen 127.0.0.1:${own.port} `,
      '/etc/ssl/mimamori.pem': own.certFile,
      '/etc/ssl/mimamori.key': own.keyFile,
      '127.0.0.1:8080': `127.0.0.1:${upstream}`,
      ...changes,
    }),
  )
  return { origin: { host: HOST, port, ca } satisfies Origin, stop }
}

/** HAProxy with the recipe of docs/running/several-machines.md. */
export async function startDocumentedHaproxy(upstreams: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-haproxy-'))
  await issueCertificate(folder, [HOST], systemClock.now())
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  const certificateFile = join(folder, 'both.pem')
  writeFileSync(certificateFile, textOf(FILES.cert) + textOf(FILES.key))
  const { port, stop } = await startHaproxy(folder, upstreams, certificateFile)
  const origin: Origin = { host: HOST, port, ca: textOf(FILES.ca) }
  return {
    origin,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
