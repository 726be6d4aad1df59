/**
 * Keeps React's texts true on a page that the browser translates. Translation replaces each text node by a `<font>`
 * element; React then writes "Yuki is going" into a node that is no longer on the page, and the old text stays.
 */

/** What stands on the page in place of a text node that translation took away. */
const replacements = new WeakMap<Node, Element>()

/** For the first code of the page, before React draws. */
export function followTranslation(): void {
  new MutationObserver(notice).observe(document.documentElement, { childList: true, subtree: true })
  const data = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...data,
    set(this: Node, value: string | null) {
      bringBack(this)
      data.set!.call(this, value)
    },
  })
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    return insertBefore.call(this, added, before && placeIn(this, before)) as T
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, removed: T): T {
    removeChild.call(this, placeIn(this, removed))
    return removed
  }
}

/** Pairs the texts that left an element with what translation put in their place, in their order. */
function notice(records: readonly MutationRecord[]): void {
  const changes = new Map<Node, { texts: Node[]; stands: Element[] }>()
  for (const { target, removedNodes, addedNodes } of records) {
    const change = changes.get(target) ?? { texts: [], stands: [] }
    changes.set(target, change)
    for (const node of removedNodes) if (node.nodeType === Node.TEXT_NODE) change.texts.push(node)
    for (const node of addedNodes) if (node.nodeName === 'FONT') change.stands.push(node as Element)
  }
  for (const { texts, stands } of changes.values()) {
    for (const [index, text] of texts.entries()) {
      const stand = stands[index] ?? stands.at(-1)
      if (stand) replacements.set(text, stand)
    }
  }
}

/** Puts a text that is about to change back on the page; the browser translates it anew. */
function bringBack(node: Node): void {
  const stand = replacements.get(node)
  if (!stand) return
  replacements.delete(node)
  if (!node.isConnected && stand.isConnected) stand.replaceWith(node)
}

/** The child of `parent` that is `node`, holds it, or stands in its place; `node` itself where translation did nothing. */
function placeIn(parent: Node, node: Node): Node {
  if (node.parentNode === parent) return node
  const stand = replacements.get(node)
  for (let place: Node | null = stand?.isConnected ? stand : node; place; place = place.parentNode) {
    if (place.parentNode === parent) return place
  }
  return node
}
