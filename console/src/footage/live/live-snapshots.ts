/** Live views that are a JPEG each, drawn on a canvas. For browsers that play no live video at all. */

type PlayedBytes = { bytes: Uint8Array<ArrayBuffer>; isInit: boolean }

/** Draws one image after the other. */
export class SnapshotsPlayer {
  readonly #canvas: HTMLCanvasElement
  #shown = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** Grows with each image that was drawn. */
  get shown(): number {
    return this.#shown
  }

  /** Resolves when it is drawn. A broken image is left out. */
  async push({ bytes, isInit }: PlayedBytes): Promise<void> {
    if (isInit) return
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
    const image = new Image()
    image.src = url
    const isWhole = await image.decode().then(
      () => true,
      () => false,
    )
    URL.revokeObjectURL(url)
    if (isWhole) this.#draw(image)
  }

  #draw(image: HTMLImageElement): void {
    const canvas = this.#canvas
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    this.#shown++
  }
}
