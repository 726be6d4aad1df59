/** Configurations of proxies as people copy them: out of docs/running.md, and the Caddyfile of the container files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
export const SHIPPED_CADDYFILE = join(ROOT, 'packaging', 'container', 'Caddyfile')
/** A fenced block, also inside of a list. */
const BLOCK = /^( *)```\w*\n([\s\S]*?)^ *```$/gm

/** The block of code of docs/running.md that begins with this line. */
export function recipeOf(firstLine: string): string {
  const document = readFileSync(join(ROOT, 'docs', 'running.md'), 'utf8')
  const blocks = [...document.matchAll(BLOCK)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  const found = blocks.find((code) => code.startsWith(`${firstLine}\n`))
  if (!found) throw new Error(`docs/running.md has no recipe that begins with "${firstLine}".`)
  return found
}

/** The recipe with what a machine has of its own; throws where the recipe does not say what is to be replaced. */
export function adapted(recipe: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The recipe does not say "${from}".`)
    return text.replaceAll(from, to)
  }, recipe)
}
