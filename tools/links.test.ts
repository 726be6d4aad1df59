// What a reader of the documents clicks: each link leads to a file of this checkout, or to a heading of one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { anchorOf } from './documents/markdown.ts'

const root = join(import.meta.dirname, '..')

/** Places to which the text's links lead, outside of code; those of other hosts left out. */
function linksIn(markdown: string): string[] {
  const text = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').replaceAll(/`[^`\n]*`/g, '')
  const inline = [...text.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g)]
  const named = [...text.matchAll(/^\[[^\]]+\]: (\S+)/gm)]
  return [...inline, ...named].map(([, to]) => to!).filter((to) => !/^[a-z]+:/.test(to))
}

/** Anchors of its headings, as GitHub makes them. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>()
  const headings = markdown.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6} (.+)$/gm)
  for (const [, heading] of headings) {
    const anchor = anchorOf(heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    let free = anchor
    for (let number = 1; anchors.has(free); number++) free = `${anchor}-${number}`
    anchors.add(free)
  }
  return anchors
}

function errorOf(file: string, link: string): string | null {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path ? join(root, dirname(file), decodeURI(path)) : join(root, file)
  if (relative(root, normalize(target)).startsWith('..')) return `${file}: ${link} leaves the checkout`
  if (!existsSync(target)) return `${file}: ${link} leads nowhere`
  if (!anchor) return null
  if (!statSync(target).isFile() || !anchorsIn(readFileSync(target, 'utf8')).has(decodeURI(anchor))) {
    return `${file}: ${link} names no heading there`
  }
  return null
}

const markdownIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))

describe('links of the documents', () => {
  test('are read in both ways of writing them, and not out of code', () => {
    const text = '[a](b.md#c) ![d](e.png "f")\n[g]: h.md\n`[i](j)` [k](https://l.example)\n```\n[m](n)\n```\n'
    expect(linksIn(text)).toEqual(['b.md#c', 'e.png', 'h.md'])
    expect([...anchorsIn('# A `b`, c\n## D (e)\n## D (e)\n')]).toEqual(['a-b-c', 'd-e', 'd-e-1'])
  })

  test('lead to files and headings of the checkout', () => {
    const files = ['', 'docs', 'lab', 'bench', 'packaging', '.github'].flatMap(markdownIn)
    expect(files).toContain('README.md')
    const errors = files.flatMap((file) =>
      linksIn(readFileSync(join(root, file), 'utf8')).flatMap((link) => errorOf(file, link) ?? []),
    )
    expect(errors).toEqual([])
  })
})
