// Builds the console when its sources changed: the step of `npm test` before the browser tests.
import { join } from 'node:path'
import { buildConsole } from '../start/console-build.ts'

const wasBuilt = await buildConsole(join(import.meta.dirname, '..', '..'))
console.log(wasBuilt ? 'built' : 'already built from these sources')
