// `npm run register -- hub|camera …`: adds a hub or a camera to a running service, from the command line.
import { CallError } from '@mimamori/contract/client.ts'
import { registerCamera, registerHub } from './register.ts'
import { RegisterError, readRegisterOptions, USAGE } from './register-options.ts'
import { signIn } from './sign-in.ts'

try {
  const options = readRegisterOptions(process.argv.slice(2), process.env)
  const signedIn = await signIn(options)
  const lines = options.what === 'hub' ? await registerHub(signedIn, options) : await registerCamera(signedIn, options)
  for (const line of lines) console.log(line)
} catch (error) {
  if (error instanceof CallError) {
    console.error(error.message)
    for (const [field, key] of Object.entries(error.body.fields ?? {})) console.error(`  ${field}: ${key}`)
  } else if (error instanceof RegisterError) console.error(`${error.message}\n\n${USAGE}`)
  else throw error
  process.exitCode = 1
}
