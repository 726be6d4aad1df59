/**
 * What is learned to move without anybody, on real clips: those of a room run as one film, several times, with a television,
 * a curtain or a fan laid over them, or as they are, where nothing should be learned. REAL-01, REAL-04.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AMBIENT_GRID, ambientCellsOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import { AmbientWatch } from '@mimamori/hub/pipeline/analysis/ambient-watch.ts'
import { ANALYSED } from '@mimamori/hub/pipeline/analysis/judged-image.ts'
import type { Condition } from './conditions.ts'
import type { FoundClip } from './manifest.ts'
import type { Poser } from './poser.ts'
import { prepare } from './prepare.ts'
import { filmCamera, runFilm } from './run-film.ts'

/** The first ones learn; the last one shows the effect. */
const ROUNDS = 4

/** Whether a place, in shares of the frame of width over height `aspect`, is in what the filter of a condition moves. */
function moves(condition: Condition, x: number, y: number, aspect: number): boolean {
  if (condition === 'television') return x > 0.04 && x < 0.2 && y > 0.06 && y < 0.2
  if (condition === 'curtain') return x < 0.2 && y > 0.08 && y < 0.8
  if (condition === 'fan') return Math.hypot(x - 0.87, (y - 0.2) / aspect) < 0.09
  return false
}

type Measured = { condition: Condition; folder: string; poser: Poser }

/** Prints a row for each room among the clips. Throws when a film cannot be made or read. */
export async function measureAmbient(clips: readonly FoundClip[], measured: Measured): Promise<void> {
  for (const room of new Set(clips.map(({ clip }) => clip.room))) {
    await measureRoom(
      room,
      clips.filter(({ clip }) => clip.room === room),
      measured,
    )
  }
}

async function measureRoom(name: string, clips: readonly FoundClip[], { condition, folder, poser }: Measured) {
  const spoolDir = mkdtempSync(join(tmpdir(), 'mimamori-ambient-'))
  const [first] = clips
  if (!first) return
  const settings = filmCamera(first.room)
  const file = { cameraId: name, spoolDir, onError: (words: string) => console.log(words) }
  const ambient = new AmbientWatch(settings, { ...file, size: ANALYSED, view: { error: null } })
  let atMs = 0
  const rounds: { looks: number; falls: number; minutes: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [looksBefore, fromMs] = [poser.looks, atMs]
    let falls = 0
    for (const clip of clips) {
      const film = await prepare(clip, condition, folder)
      const emit = (event: { type: string; alert?: { appCode: string } }) => {
        if (event.type === 'incident' && event.alert?.appCode === 'A005') falls++
      }
      await runFilm(film.path, settings, { spoolDir, poser, emit, beginMs: atMs, ambient })
      atMs += 1000 * Math.ceil(film.filmS)
    }
    rounds.push({ looks: poser.looks - looksBefore, falls, minutes: (atMs - fromMs) / 60_000 })
  }
  rmSync(spoolDir, { recursive: true, force: true })
  console.log(rowOf(name, condition, cellsOf(ambient, condition), rounds))
}

/** Cells learned where the filter moves, elsewhere (one cell around it is its smoothed edge), and those it moves at all. */
function cellsOf(ambient: AmbientWatch, condition: Condition): { hit: number; wrong: number; all: number } {
  const { learned = [] } = ambient.facts
  const { columns, rows } = AMBIENT_GRID
  // The clips that are measured so are 4:3.
  const isMoved = (column: number, row: number) => moves(condition, (column + 0.5) / columns, (row + 0.5) / rows, 4 / 3)
  const isNear = (column: number, row: number) =>
    [-1, 0, 1].some((across) => [-1, 0, 1].some((down) => isMoved(column + across, row + down)))
  const found = { hit: 0, wrong: 0, all: 0 }
  const cells = learned.map((region) => ambientCellsOf(region.cells))
  for (let at = 0; at < columns * rows; at++) {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const isLearned = cells.some((region) => region[at] === 1)
    if (isMoved(column, row)) found.all++
    if (isLearned && isMoved(column, row)) found.hit++
    if (isLearned && !isNear(column, row)) found.wrong++
  }
  return found
}

function rowOf(
  name: string,
  condition: Condition,
  { hit, wrong, all }: ReturnType<typeof cellsOf>,
  rounds: readonly { looks: number; falls: number; minutes: number }[],
): string {
  const each = rounds.map(
    ({ looks, falls, minutes }) => `${(looks / minutes).toFixed(1)} looks a minute, ${falls} falls`,
  )
  const minutes = rounds.reduce((sum, round) => sum + round.minutes, 0)
  return `${name}, ${condition}, ${minutes.toFixed(0)} min: ${hit} of ${all} cells learned, ${wrong} elsewhere; ${each.join('; ')}`
}
