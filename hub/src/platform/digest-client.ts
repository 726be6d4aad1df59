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

/** Why a device gave no answer to use; the message is a sentence without credentials. */
export class DeviceError extends Error {
  readonly code: 'refused' | 'unreachable' | 'timeout' | 'login-wrong' | 'too-large' | 'status'

  constructor(code: DeviceError['code'], message: string) {
    super(message)
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
  const { address, port } = options
  if (answer.status === 401) {
    throw new DeviceError('login-wrong', `The device at ${address}:${port} does not accept the user name and password.`)
  }
  if (answer.status !== 200) {
    throw new DeviceError('status', `The device at ${address}:${port} answers with HTTP status ${answer.status}.`)
  }
  return answer.text
}

function get(options: DigestRequest, authorization: string | null, signal: AbortSignal): Promise<Answer> {
  const { address, port, path, bytesMax } = options
  const where = `${address}:${port}`
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(errorOf(error, where, signal))
    const headers = authorization === null ? {} : { authorization }
    const asked = request({ host: address, port, path, headers, signal, agent: false }, (answer) => {
      read(answer, bytesMax, where).then(resolve, fail)
    })
    asked.on('error', fail)
    asked.end()
  })
}

async function read(answer: IncomingMessage, bytesMax: number, where: string): Promise<Answer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length
    if (length > bytesMax) throw new DeviceError('too-large', `The answer of ${where} is too long.`)
    parts.push(part)
  }
  const challenges = answer.headersDistinct['www-authenticate'] ?? []
  return { status: answer.statusCode ?? 0, challenges, text: Buffer.concat(parts).toString('utf8') }
}

function errorOf(error: NodeJS.ErrnoException, where: string, signal: AbortSignal): DeviceError {
  if (error instanceof DeviceError) return error
  if (signal.aborted) return new DeviceError('timeout', `${where} did not answer in time.`)
  if (error.code === 'ECONNREFUSED') return new DeviceError('refused', `${where} refuses the connection.`)
  return new DeviceError('unreachable', `${where} cannot be reached (${error.code ?? 'connection failed'}).`)
}
