/** Who may read the service's metrics and API description: this machine itself, or a holder of the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { fail } from '../service-error.ts'
import { plainAddress } from './address.ts'

type Settings = Pick<Config, 'monitorToken' | 'proxies' | 'publicUrl'>

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** Headers of proxies: a forwarded call comes from elsewhere, although its connection does not. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Throws not-found for everybody else, so that nobody learns what exists. */
export function createMonitorAccess(settings: Settings): (request: FastifyRequest) => void {
  const isBehindProxy = settings.proxies.length > 0 || !LOOPBACK_HOST.test(new URL(settings.publicUrl).hostname)
  return (request) => {
    const isHere = !isBehindProxy && isFromThisMachine(request)
    if (!isHere && !isToken(settings.monitorToken, request.headers.authorization)) throw fail('not-found')
  }
}

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false
  const address = plainAddress(socket.remoteAddress ?? '') ?? ''
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? ''
  return (address === '::1' || address.startsWith('127.')) && LOOPBACK_HOST.test(host)
}

/** Compared by hash, so that the timing does not reveal how much of it was right. */
function isToken(token: string | null, header: string | undefined): boolean {
  if (token === null || !header?.startsWith('Bearer ')) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(token), hash(header.slice('Bearer '.length)))
}
