/** What a person takes away from a page: a copied text, a saved file. */

/** Copies a text; answers whether it was copied. Pages without TLS have no clipboard: there it is copied as a selection. */
export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copySelected(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}

/** Hands bytes to the browser as a file to keep. */
export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser has copied the bytes when the click returns, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
