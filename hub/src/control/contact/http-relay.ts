/** A relay in the home's network, by its addresses. Redirects are refused; time and size are limited. REACH-60. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { ContactOrder } from '@mimamori/contract/camera/hub-request.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { AnswerError, answerError } from '../rpc/answer-error.ts'

type HttpDevice = Extract<ContactOrder['device'], { kind: 'http' }>
type Driven = { state: ContactState; isReported: boolean }
type DriveOptions = { want: ContactState; isCheck: boolean; networks: NetworkRules; signal: AbortSignal }

/** For all requests together, and for each, ms. */
const DRIVE_MS = 8_000
const REQUEST_MS = 3_000
/** A relay reports its new state with a delay. */
const READS = 4
const READ_APART_MS = 400
const BYTES_MAX = 64 * 1024

/** Throws AnswerError, CameraError. */
export async function driveHttp(device: HttpDevice, options: DriveOptions): Promise<Driven> {
  const { want, isCheck } = options
  const over = AbortSignal.any([options.signal, AbortSignal.timeout(DRIVE_MS)])
  const send = (url: string, method: string) => call(url, { ...options, method, header: device.header, over })
  const read = async () => stateIn(await send(device.stateUrl, 'GET'), device)
  const reports = device.stateUrl !== ''
  if (isCheck && reports) {
    const state = await read()
    if (state === want) return { state, isReported: true }
  }
  await send(want === 'closed' ? device.closeUrl : device.openUrl, device.method)
  if (!reports) return { state: want, isReported: false }
  for (let reads = 1; ; reads++) {
    const state = await read()
    if (state === want || reads === READS) return { state, isReported: true }
    await wait(READ_APART_MS)
  }
}

/** Blanks do not count: devices write JSON with and without them. */
function stateIn(text: string, { closedText, openText }: HttpDevice): ContactState {
  const plain = (words: string) => words.replaceAll(/\s/g, '')
  const said = plain(text)
  const [isClosed, isOpen] = [said.includes(plain(closedText)), said.includes(plain(openText))]
  if (isClosed === isOpen) throw answerError('answer-unreadable')
  return isClosed ? 'closed' : 'open'
}

type Call = {
  method: string
  header: HttpDevice['header']
  networks: NetworkRules
  over: AbortSignal
}

/** The body of a 2xx. */
async function call(address: string, { method, header, networks, over }: Call): Promise<string> {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) throw answerError('bad-address')
  const host = await allowedAddress(url.hostname, networks)
  const signal = AbortSignal.any([over, AbortSignal.timeout(REQUEST_MS)])
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const headers = { ...(header && { [header.name]: header.value }), host: url.host, 'content-length': '0' }
  const path = `${url.pathname}${url.search}`
  const target = { host, port: url.port || undefined, path, servername: url.hostname, method, headers, signal }
  try {
    const { status, text } = await new Promise<Answer>((resolve, reject) => {
      const asked = request({ ...target, agent: false }, (answer) => read(answer).then(resolve, reject))
      asked.on('error', reject)
      asked.end()
    })
    if (status >= 200 && status < 300) return text
    throw statusError(status)
  } catch (error) {
    throw error instanceof AnswerError ? error : connectionError(error as NodeJS.ErrnoException, signal)
  }
}

type Answer = { status: number; text: string }

async function read(answer: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > BYTES_MAX) throw answerError('answer-unreadable')
    parts.push(part)
  }
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }
}

function statusError(status: number): AnswerError {
  if (status === 401 || status === 403) return new AnswerError({ code: 'login-wrong', params: {} })
  if (status >= 300 && status < 400) return answerError('redirected')
  return new AnswerError({ code: 'camera-error', params: { number: String(status) } })
}

function connectionError({ code = '' }: NodeJS.ErrnoException, signal: AbortSignal): AnswerError {
  if (signal.aborted) return answerError('timeout')
  if (code === 'ECONNREFUSED') return answerError('refused')
  return answerError(code.startsWith('HPE_') ? 'answer-unreadable' : 'unreachable')
}
