/** Asks a device over HTTP with digest authentication (RFC 7616): the password is never sent, and Basic never answered. */
import { type IncomingMessage, request } from 'node:http'
import { bestChallenge, digestAnswer } from './digest.ts'

type DigestRequest = {
  /** An IP address that was allowed before: nothing is resolved here. */
  address: string
  port: number
  /** With its query. */
  path: string
  username: string
  password: string
  /** For everything together, ms. */
  timeoutMs: number
  bytesMax: number
}

/** Why a device gave no usable answer. `status`: an HTTP status besides 200 and 401. */
export class DeviceError extends Error {
  readonly code: 'refused' | 'unreachable' | 'timeout' | 'login-wrong' | 'answer-unreadable' | 'status'

  constructor(code: DeviceError['code']) {
    super(code)
    this.name = 'DeviceError'
    this.code = code
  }
}

type Answer = { status: number; challenges: string[]; text: string }

/** The body of a 200. A nonce that ran out is exchanged once. Throws DeviceError. */
export async function digestGet(options: DigestRequest): Promise<string> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let answer = await get(options, null, signal)
  for (let attempt = 1; answer.status === 401 && attempt <= 2; attempt++) {
    const challenge = bestChallenge(answer.challenges)
    // Refused with an answer to its own challenge: the password is wrong, unless the nonce was only too old.
    if (!challenge || (attempt > 1 && !challenge.isStale)) break
    answer = await get(
      options,
      digestAnswer(challenge, { ...options, method: 'GET', uri: options.path, count: 1 }),
      signal,
    )
  }
  if (answer.status === 401) throw new DeviceError('login-wrong')
  if (answer.status !== 200) throw new DeviceError('status')
  return answer.text
}

function get(options: DigestRequest, authorization: string | null, signal: AbortSignal): Promise<Answer> {
  const { address, port, path, bytesMax } = options
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(errorOf(error, signal))
    const headers = authorization === null ? {} : { authorization }
    const asked = request({ host: address, port, path, headers, signal, agent: false }, (answer) => {
      read(answer, bytesMax).then(resolve, fail)
    })
    asked.on('error', fail)
    asked.end()
  })
}

async function read(answer: IncomingMessage, bytesMax: number): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bytesMax) throw new DeviceError('answer-unreadable')
    parts.push(part)
  }
  const challenges = answer.headersDistinct['www-authenticate'] ?? []
  return { status: answer.statusCode ?? 0, challenges, text: Buffer.concat(parts).toString('utf8') }
}

function errorOf(error: NodeJS.ErrnoException, signal: AbortSignal): DeviceError {
  if (error instanceof DeviceError) return error
  if (signal.aborted) return new DeviceError('timeout')
  return new DeviceError(error.code === 'ECONNREFUSED' ? 'refused' : 'unreachable')
}
