/** Downloads a stored file under the name from the service. */
import { isVideoName } from './file-name.ts'

export class SaveError extends Error {
  /** The file was deleted, or never existed. */
  readonly isMissing: boolean

  constructor(isMissing: boolean) {
    super('the file could not be had')
    this.isMissing = isMissing
  }
}

/** `videoName`: the file name of a video. Throws SaveError. */
export async function saveFile(url: string, videoName: string): Promise<void> {
  const response = await fetch(url).catch(() => null)
  if (!response?.ok) throw new SaveError(response !== null && [404, 410].includes(response.status))
  const bytes = await response.blob().catch(() => null)
  if (!bytes) throw new SaveError(false)
  const given = nameOf(response.headers.get('content-disposition'))
  saveBytes(bytes, isVideoName(given) ? videoName : given)
}

/** Saves bytes that are already loaded. */
export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser has copied the bytes when the click returns, Safari a little later.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

function nameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : ''
}
