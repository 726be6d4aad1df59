// `npm run register -- hub|camera …`: adds a hub or a camera to a running service, from the command line.
import { CallFailure } from '@mimamori/contract/client.ts'
import { registerCamera, registerHub } from './register.ts'
import { RegisterFault, readRegisterOptions, USAGE } from './register-options.ts'
import { signIn } from './sign-in.ts'

try {
  const options = readRegisterOptions(process.argv.slice(2), process.env)
  const signedIn = await signIn(options)
  const lines = options.what === 'hub' ? await registerHub(signedIn, options) : await registerCamera(signedIn, options)
  for (const line of lines) console.log(line)
} catch (fault) {
  if (fault instanceof CallFailure) {
    console.error(fault.message)
    for (const [field, key] of Object.entries(fault.body.fields ?? {})) console.error(`  ${field}: ${key}`)
  } else if (fault instanceof RegisterFault) console.error(`${fault.message}\n\n${USAGE}`)
  else throw fault
  process.exitCode = 1
}
