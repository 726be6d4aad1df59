/** Downloads a stored file under the name from the service. */
import { saveBytes } from '../browser/take-away.ts'
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

function nameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : ''
}
