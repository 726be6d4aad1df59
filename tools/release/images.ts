// The images that containers of a release are made from, named by their hash: a tag can be moved to other bytes.

const IMAGE = /\bdocker\.io\/[\w./-]+:[\w.-]+(?!\S*@)/g
const DIGEST = /^sha256:[0-9a-f]{64}$/

/** Lines of `docker.io/library/debian:bookworm-slim sha256:…` as a table. Throws for a line that is something else. */
export function digestsIn(lines: string): ReadonlyMap<string, string> {
  return new Map(
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): [string, string] => {
        const [image = '', digest = ''] = line.trim().split(/\s+/)
        if (!DIGEST.test(digest)) throw new Error(`'${line}' is not an image and its SHA-256.`)
        return [image, digest]
      }),
  )
}

/** `text`, a compose file or a Containerfile, with each image named by its digest too. Throws for an image without one. */
export function pinImages(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replaceAll(IMAGE, (image) => {
    const digest = digests.get(image)
    if (!digest) throw new Error(`The digest of ${image} is missing.`)
    return `${image}@${digest}`
  })
}
