/** Headers that restrict the browser, in every response. */
import type { FastifyInstance, FastifyReply } from 'fastify'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}
/**
 * Retry-After of temporary errors without a known end. A restarting database is back within seconds, and a hub may be
 * waiting with a fall.
 */
const RETRY_SECONDS: Record<number, string> = { 429: '5', 503: '2' }
const YEAR_SECONDS = 31_536_000

/** API responses are data: nothing may run, load or frame them. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * Policy of the console's pages. Scripts are loaded from files only, and no text becomes markup or code: the only
 * trusted type is the URL of the service worker (push-registration.ts of the console). `nonce` is for the style
 * elements that the component library adds; styles on elements are set by script, which needs no permission.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types mimamori-worker',
  ].join('; ')
}

/** Sets the headers that a route has not set itself. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(COMMON)) setDefault(reply, name, value)
    setDefault(reply, 'content-security-policy', DATA_POLICY)
    if (request.protocol === 'https') setDefault(reply, 'strict-transport-security', `max-age=${YEAR_SECONDS}`)
    if (request.url.startsWith('/api/')) setDefault(reply, 'cache-control', 'no-store')
    const retrySeconds = RETRY_SECONDS[reply.statusCode]
    if (retrySeconds) setDefault(reply, 'retry-after', retrySeconds)
  })
}

function setDefault(reply: FastifyReply, name: string, value: string): void {
  if (!reply.hasHeader(name)) reply.header(name, value)
}

/** For streams that write to the socket themselves: the same headers, as an object. */
export function securityHeaders({ isHttps = false } = {}): Record<string, string> {
  const transport: Record<string, string> = isHttps ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
  return { ...COMMON, ...transport, 'content-security-policy': DATA_POLICY, 'cache-control': 'no-store' }
}
