/** How many images at once, which page, whether pages follow by themselves, full screen. */
import { IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight, Maximize, Minimize, Pause, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FullScreen } from '#lib/browser/use-full-screen.ts'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import css from './wall-bar.module.css'
import { WALL_STANDARD, type Wall } from './wall-cameras.ts'
import { WALL_LAYOUTS, WALL_TURNS, type WallLayout, type WallSearch, type WallTurn } from './wall-search.ts'
import type { Turning } from './wall-turning.ts'

type Props = {
  search: WallSearch
  wall: Wall
  turning: Turning
  screen: FullScreen
  onChange: (change: Partial<WallSearch>) => void
  onPage: (page: number) => void
}

export function WallBar({ search, wall, turning, screen, onChange, onPage }: Props) {
  const { t } = useTranslation('wall')
  const layout = search.layout ?? WALL_STANDARD
  const screenWord = t(screen.isFull ? 'leave-full-screen' : 'full-screen')
  return (
    <div className={css.bar} role="toolbar" aria-label={t('controls')}>
      <Segmented
        label={t('layout')}
        value={String(layout)}
        options={WALL_LAYOUTS.map((count) => ({ value: String(count), label: String(count) }))}
        onChange={(value) => onChange({ layout: Number(value) as WallLayout })}
      />
      {wall.pageCount > 1 && <Turns search={search} turning={turning} onChange={onChange} />}
      <span className={css.end}>
        {wall.pageCount > 1 && <Pages wall={wall} onPage={onPage} />}
        <IconButton aria-label={screenWord} title={screenWord} onClick={screen.toggle}>
          {screen.isFull ? <Minimize size={20} /> : <Maximize size={20} />}
        </IconButton>
      </span>
    </div>
  )
}

function Turns({ search, turning, onChange }: Pick<Props, 'search' | 'turning' | 'onChange'>) {
  const { t } = useTranslation('wall')
  const options = [
    { value: '0', label: t('turn-off') },
    ...WALL_TURNS.map((seconds) => ({ value: String(seconds), label: t('turn-every', { seconds }) })),
  ]
  const word = t(turning.isPaused ? 'turn-resume' : 'turn-pause')
  return (
    <span className={css.turns}>
      <PlainSelect
        label={t('turn')}
        value={String(search.turn ?? 0)}
        options={options}
        onChange={(value) => onChange({ turn: (Number(value) || undefined) as WallTurn | undefined })}
      />
      {search.turn && (
        <IconButton aria-label={word} title={word} onClick={turning.toggle}>
          {turning.isPaused ? <Play size={20} /> : <Pause size={20} />}
        </IconButton>
      )}
    </span>
  )
}

function Pages({ wall: { page, pageCount }, onPage }: Pick<Props, 'wall' | 'onPage'>) {
  const { t } = useTranslation('ui')
  const { t: wall } = useTranslation('wall')
  return (
    <>
      <IconButton
        aria-label={t('previous-page')}
        title={t('previous-page')}
        onClick={() => onPage(page > 1 ? page - 1 : pageCount)}
      >
        <ChevronLeft size={20} className={css.arrow} />
      </IconButton>
      <span className={css.pages}>{wall('page-of', { page, pages: pageCount })}</span>
      <IconButton
        aria-label={t('next-page')}
        title={t('next-page')}
        onClick={() => onPage(page < pageCount ? page + 1 : 1)}
      >
        <ChevronRight size={20} className={css.arrow} />
      </IconButton>
    </>
  )
}
