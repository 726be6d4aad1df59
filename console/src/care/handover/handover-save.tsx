/** Saves the rooms of a shift as CSV, in one of two encodings. REACH-80. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { handoverCsv } from '@mimamori/contract/care/handover-csv.ts'
import type { CsvEncoding } from '@mimamori/contract/shared/csv.ts'
import { Button, Menu, MenuItem } from '@mui/material'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '#lib/list/csv.ts'
import { useTime } from '#lib/time/use-time.ts'

export function SaveRooms({ sheet }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  const { dateTime } = useTime()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const save = (encoding: CsvEncoding) => () => {
    setAnchor(null)
    download(`handover-${sheet.shift.day}.csv`, handoverCsv(sheet, { word: (key) => t(key), dateTime }), encoding)
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDown />}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('csv')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={save('utf-8')}>{t('csv-excel')}</MenuItem>
        <MenuItem onClick={save('shift_jis')}>{t('csv-older')}</MenuItem>
      </Menu>
    </>
  )
}
