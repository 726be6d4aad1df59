// `npm run certificate -- NAME...`: creates the home's own certificate authority and a certificate, for a network
// without a public name.
import { isIP } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { FILES, issueCertificate } from './platform/http/authority.ts'

const USAGE =
  'Usage: npm run certificate -- [--folder FOLDER] NAME..., the names and addresses by which people reach the service'
const isName = (text: string) => isIP(text) !== 0 || /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)

async function main(): Promise<void> {
  const { values, positionals: names } = parseArgs({ allowPositionals: true, options: { folder: { type: 'string' } } })
  const wrong = names.find((name) => !isName(name))
  if (names.length === 0 || wrong) throw new Error(wrong ? `${wrong} is not a name or address. ${USAGE}` : USAGE)
  const folder = values.folder ?? join(readConfig().dataDir, 'tls')
  const { isNewAuthority, validTo, fingerprint } = await issueCertificate(folder, names, systemClock.now())
  const lines = [
    `MIMAMORI_TLS_CERT=${join(folder, FILES.cert)}`,
    `MIMAMORI_TLS_KEY=${join(folder, FILES.key)}`,
    `Good until ${validTo.toISOString().slice(0, 10)}; run this again before, with the same names.`,
    ...(isNewAuthority
      ? [`Devices must trust ${join(folder, FILES.ca)} once; with MIMAMORI_HTTP_PORT they get it at /ca.`]
      : []),
    `Fingerprint (SHA-256): ${fingerprint}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
