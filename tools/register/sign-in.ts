// Signs in at a service for a command line program; the password is asked for without showing it.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { createClient } from '@mimamori/contract/client.ts'
import { RegisterError, type RegisterOptions } from './register-options.ts'

export type Call = ReturnType<typeof createClient>

/** Throws CallError when the service refuses, RegisterError when nobody can be asked for the password. */
export async function signIn({ service, user, password }: RegisterOptions): Promise<Call> {
  const stranger = createClient({ base: `${service}/api`, token: () => null })
  const secret = password ?? (await askPassword(user))
  const { token } = await stranger('session.login', {
    body: { userName: user, userPassword: Buffer.from(secret).toString('base64'), deviceType: 'web' },
  })
  return createClient({ base: `${service}/api`, token: () => token })
}

async function askPassword(user: string): Promise<string> {
  if (!stdin.isTTY) throw new RegisterError('No terminal to ask for the password: set MIMAMORI_PASSWORD.')
  stdout.write(`Password of ${user}: `)
  // What is typed goes nowhere.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: stdin, output: silent, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    stdout.write('\n')
  }
}
