/** A stylis plugin that mirrors declarations for right-to-left pages: names, four-sided values, shifts along x. */

type StyleNode = { type: string; props: unknown; children: unknown; return: string }

const SIDES = /(^|-)(left|right)(?=-|$)/g
const FOUR_SIDED = /^(padding|margin|inset|border-(width|color|style))$/
const SIDED_VALUE = /^(float|clear|text-align|transform-origin|justify-content|background-position)$/

export function mirrorStyles(node: StyleNode): void {
  if (node.type !== 'decl' || node.return || typeof node.props !== 'string' || typeof node.children !== 'string') return
  const [name, value] = mirrored(node.props, node.children)
  node.return = `${name}:${value};`
}

/** The declaration as it must be on a mirrored page. */
export function mirrored(name: string, value: string): [name: string, value: string] {
  if (FOUR_SIDED.test(name)) return [name, swapFour(value)]
  if (name === 'border-radius') return [name, swapCorners(value)]
  if (SIDED_VALUE.test(name)) return [name, value.replaceAll(/\b(left|right)\b/g, other)]
  if (name === 'transform') return [name, value.replaceAll(/(translate(?:X|3d)?\()(-?)(?=[\d.]*[1-9])/g, flipSign)]
  return [name.replaceAll(SIDES, (_, before: string, side: string) => before + other(side)), value]
}

function other(side: string): string {
  return side === 'left' ? 'right' : 'left'
}

function flipSign(_: string, open: string, minus: string): string {
  return minus ? open : `${open}-`
}

/** top right bottom left */
function swapFour(value: string): string {
  const parts = topLevelParts(value)
  return parts.length === 4 ? [parts[0], parts[3], parts[2], parts[1]].join(' ') : value
}

/** top-left top-right bottom-right bottom-left */
function swapCorners(value: string): string {
  const parts = topLevelParts(value)
  return parts.length === 4 ? [parts[1], parts[0], parts[3], parts[2]].join(' ') : value
}

/** Splits at spaces outside of parentheses, so that calc(…) stays whole. */
function topLevelParts(value: string): string[] {
  return value.match(/(?:[^\s()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? []
}
