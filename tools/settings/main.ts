// `npm run check-config [-- service|hub]`: prints the settings and tries them; ends with 0 or 1.
import { checkConfig } from './check.ts'

const [program = 'service', ...args] = process.argv.slice(2)
const { lines, isGood } = await checkConfig(program, args, process.env)
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = isGood ? 0 : 1
