/** The foot of a list: rows per page (GEN-11), which rows are shown of how many, one step back and forth. */
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PageSize } from '#lib/list/page-size.ts'
import { PAGE_SIZES } from '#lib/list/page-size.ts'
import { PlainSelect } from './filter/plain-select.tsx'
import css from './pager.module.css'

type PagerProps = {
  /** From 0. */
  pageNumber: number
  pageSize: PageSize
  totalCount: number
  onPage: (pageNumber: number) => void
  /** The caller also goes back to the first page. */
  onPageSize: (size: PageSize) => void
}

export function Pager({ pageNumber, pageSize, totalCount, onPage, onPageSize }: PagerProps) {
  const { t, i18n } = useTranslation('ui')
  const number = (value: number) => numberText(value, i18n.language)
  const from = Math.min(pageNumber * pageSize + 1, totalCount)
  const to = Math.min((pageNumber + 1) * pageSize, totalCount)
  return (
    <nav className={css.pager} aria-label={t('rows-per-page')}>
      <span className={css.size}>
        <span className={css.label}>{t('rows-per-page')}</span>
        <PlainSelect
          label={t('rows-per-page')}
          value={String(pageSize)}
          options={PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(size) => onPageSize(Number(size) as PageSize)}
        />
      </span>
      <span className={css.range}>{t('range', { from: number(from), to: number(to), total: number(totalCount) })}</span>
      <span>
        <IconButton
          size="small"
          aria-label={t('previous-page')}
          disabled={pageNumber === 0}
          onClick={() => onPage(pageNumber - 1)}
        >
          <ChevronLeft size={20} className={css.arrow} />
        </IconButton>
        <IconButton
          size="small"
          aria-label={t('next-page')}
          disabled={to >= totalCount}
          onClick={() => onPage(pageNumber + 1)}
        >
          <ChevronRight size={20} className={css.arrow} />
        </IconButton>
      </span>
    </nav>
  )
}
