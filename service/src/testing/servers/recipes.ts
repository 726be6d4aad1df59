/** Configurations of proxies as users copy them: from docs/running/, and the Caddyfile of the container files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
export const SHIPPED_CADDYFILE = join(ROOT, 'packaging', 'container', 'Caddyfile')
/** A fenced block, also inside a list. */
const BLOCK = /^( *)```\w*\n([\s\S]*?)^ *```$/gm

/** The code block in docs/running/ that begins with this line. */
export function recipeOf(firstLine: string): string {
  const folder = join(ROOT, 'docs', 'running')
  const documents = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const blocks = [...documents.join('\n').matchAll(BLOCK)].map(([, indent, code]) =>
    code!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  const found = blocks.find((code) => code.startsWith(`${firstLine}\n`))
  if (!found) throw new Error(`docs/running/ has no recipe that begins with "${firstLine}".`)
  return found
}

/** The recipe with this machine's values; throws if the recipe lacks a text to be replaced. */
export function adapted(recipe: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The recipe does not say "${from}".`)
    return text.replaceAll(from, to)
  }, recipe)
}
