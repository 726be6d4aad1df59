/** The list of keyboard shortcuts. */

import type shortcutTexts from '@mimamori/contract/languages/en/shortcut.json'
import { Dialog, DialogContent, DialogTitle } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './shortcuts.module.css'

const KEYS: readonly (readonly [keys: readonly string[], text: keyof typeof shortcutTexts])[] = [
  [['?'], 'help'],
  [['Ctrl', 'K'], 'palette'],
  [['/'], 'search'],
  [['j'], 'next'],
  [['k'], 'previous'],
  [['Enter'], 'open'],
  [['x'], 'select'],
  [['Shift', 'x'], 'select-range'],
  [['g', 'a'], 'alerts'],
  [['g', 'h'], 'handover'],
  [['g', 'r'], 'rooms'],
  [['g', 'd'], 'dashboard'],
  [['g', 'c'], 'cameras'],
  [['c'], 'claim'],
  [['a'], 'arrive'],
  [['r'], 'resolve'],
  [['v'], 'visit'],
  [['e'], 'archive'],
  [['u'], 'seen'],
  [['#'], 'delete'],
  [['Space'], 'play'],
  [['←', '→'], 'seek'],
  [['f'], 'full-screen'],
  [['1', '9'], 'enlarge'],
]

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['shortcut', 'app'])
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>{t('app.shortcuts')}</DialogTitle>
      <DialogContent>
        <dl>
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
