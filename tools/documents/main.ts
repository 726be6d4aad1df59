// The documents as a site: `npm run docs` serves them on this machine while somebody writes, `npm run docs:build` makes docs/site/dist.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installVitePress, VITEPRESS } from './vitepress.ts'

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  // `base`: the path below which the site will stand, `/mimamori/`; `out`: another folder than docs/site/dist.
  options: { base: text, out: text, port: text },
})
const names = { base: '--base', out: '--outDir', port: '--port' } as const
const given = Object.entries(values).flatMap(([name, value]) => [names[name as keyof typeof names], value])

installVitePress((line) => console.log(line))
const { program, folder } = VITEPRESS
const child = spawn(process.execPath, [program, positionals[0] ?? 'dev', folder, ...given], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
process.on('disconnect', () => child.kill())
child.on('exit', (code) => process.exit(code ?? 1))
