// `npm run doctor`: prints what it found; ends with 1 when something is wrong.
import { join } from 'node:path'
import { formatTable } from '../start/output.ts'
import { examine } from './doctor.ts'

const WORDS = { ok: 'ok', missing: 'missing', wrong: 'WRONG' }
const findings = await examine(join(import.meta.dirname, '..', '..'), process.env, process.cwd())
const lines = formatTable(findings.map(({ state, subject, words }) => [WORDS[state], subject, words]))
process.stdout.write(
  `${lines.join('\n')}\n\nSettings of an installation: npm run check-config, npm run check-config -- hub\n`,
)
process.exitCode = findings.some(({ state }) => state === 'wrong') ? 1 : 0
