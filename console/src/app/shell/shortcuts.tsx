/** The list of keyboard shortcuts. */

import type appTexts from '@mimamori/contract/languages/en/app.json'
import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './shortcuts.module.css'

const KEYS: readonly (readonly [keys: readonly string[], text: keyof typeof appTexts])[] = [
  [['?'], 'shortcut-help'],
  [['Ctrl', 'K'], 'shortcut-palette'],
  [['/'], 'shortcut-search'],
  [['j'], 'shortcut-next'],
  [['k'], 'shortcut-previous'],
  [['Enter'], 'shortcut-open'],
  [['x'], 'shortcut-select'],
  [['Shift', 'x'], 'shortcut-select-range'],
  [['g', 'a'], 'shortcut-alerts'],
  [['g', 'h'], 'shortcut-handover'],
  [['c'], 'shortcut-claim'],
  [['a'], 'shortcut-arrive'],
  [['r'], 'shortcut-resolve'],
  [['v'], 'shortcut-visit'],
  [['e'], 'shortcut-archive'],
  [['u'], 'shortcut-seen'],
  [['#'], 'shortcut-delete'],
  [['Space'], 'shortcut-play'],
  [['←', '→'], 'shortcut-seek'],
  [['f'], 'shortcut-full-screen'],
  [['1', '9'], 'shortcut-enlarge'],
]

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app')
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{t('shortcuts')}</DialogTitle>
      <DialogContent>
        <dl className={css.list}>
          {KEYS.map(([keys, text]) => (
            <div key={text} className={css.row}>
              <dt>{t(text)}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key} className={css.key}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
