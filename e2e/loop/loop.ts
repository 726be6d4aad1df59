/** Screenshots of two screens side by side, each with a caption and duration, as an animated WebP. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'

export type Screens = { station: Page; phone: Page }
type Frame = { words: string; seconds: number; station: Buffer; phone: Buffer; finger: { x: number; y: number } | null }

const SIZE = { width: 1760, height: 960 }
/** Width of the file: sharp when a page shows it at half that width on a dense display. */
const WIDTH = 1440
const PRESS_S = 0.7
const FOLLOWED_PER_S = 3

/** Records screenshots. Only the caption, the frames and the finger are drawn. */
export class Loop {
  readonly #screens: Screens
  readonly #frames: Frame[] = []

  constructor(screens: Screens) {
    this.#screens = screens
  }

  get seconds(): number {
    return this.#frames.reduce((sum, { seconds }) => sum + seconds, 0)
  }

  /** Both screens as they are now, for a number of seconds. */
  async show(words: string, seconds: number, finger: Frame['finger'] = null): Promise<void> {
    const [station, phone] = await Promise.all([shot(this.#screens.station), shot(this.#screens.phone)])
    this.#frames.push({ words, seconds, station, phone, finger })
  }

  /** Both screens while they change. */
  async follow(words: string, seconds: number): Promise<void> {
    for (let count = 0; count < seconds * FOLLOWED_PER_S; count++) {
      const shownAt = performance.now()
      await this.show(words, 1 / FOLLOWED_PER_S)
      await this.#screens.station.waitForTimeout(Math.max(0, 1000 / FOLLOWED_PER_S - (performance.now() - shownAt)))
    }
  }

  /** A finger moves to this place of the phone, and presses. */
  async press(words: string, target: Locator): Promise<void> {
    const box = await target.boundingBox()
    if (!box) throw new Error(`"${words}": what is to be pressed is not on the phone's screen.`)
    await this.show(words, PRESS_S, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
    await target.click()
  }

  /** Draws each frame on this page and writes the loop; intermediate files go to the folder. Throws without ffmpeg. */
  async write(page: Page, file: string, folder: string): Promise<void> {
    await page.setViewportSize(SIZE)
    const lines: string[] = []
    for (const [index, frame] of this.#frames.entries()) {
      const name = join(folder, `${String(index).padStart(3, '0')}.png`)
      await page.setContent(drawn(frame))
      await page.screenshot({ path: name })
      lines.push(`file '${name}'`, `duration ${frame.seconds}`)
      if (index === this.#frames.length - 1) lines.push(`file '${name}'`)
    }
    const list = join(folder, 'frames.txt')
    writeFileSync(list, lines.join('\n'))
    const look = ['-vf', `scale=${WIDTH}:-2:flags=lanczos`, '-c:v', 'libwebp_anim', '-quality', '72', '-preset', 'text']
    const args = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-fps_mode', 'vfr', ...look]
    execFileSync(process.env.FFMPEG ?? 'ffmpeg', [...args, '-compression_level', '6', '-loop', '0', file])
  }
}

const shot = (page: Page) => page.screenshot({ caret: 'hide', animations: 'disabled' })
const imageOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

function drawn({ words, station, phone, finger }: Frame): string {
  const at = finger && `left:${finger.x - 28}px;top:${finger.y - 28}px`
  return `<style>
    body { margin: 0; padding: 24px 24px 0; background: #e8edf4; font: 600 32px Inter, "Noto Sans", sans-serif; color: #14213d }
    main { display: flex; gap: 32px; align-items: start; margin-top: 20px }
    figure { position: relative; margin: 0; overflow: hidden; border: 2px solid #b6c2d3; background: #fff }
    img { display: block }
    .station { border-radius: 10px; width: 1280px }
    .phone { border-radius: 28px; width: 390px }
    i { position: absolute; width: 56px; height: 56px; border-radius: 50%; background: #1d5fd166; border: 3px solid #1d5fd1; box-sizing: border-box }
  </style><div>${words}</div><main>
    <figure class="station"><img src="${imageOf(station)}"></figure>
    <figure class="phone"><img src="${imageOf(phone)}">${at ? `<i style="${at}"></i>` : ''}</figure>
  </main>`
}
