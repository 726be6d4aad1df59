/** Hands bytes to the browser as a file to keep. */
export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser has copied the bytes when the click returns, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
