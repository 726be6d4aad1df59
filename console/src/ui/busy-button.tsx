/** A button that shows its own work: busy until the promise of its action settles, and deaf meanwhile. */
import type { ButtonProps } from '@mui/material'
import { Button } from '@mui/material'
import { useState } from 'react'

type Props = Omit<ButtonProps, 'onClick' | 'loading'> & { onClick: () => Promise<unknown> }

/** The action reports its own failure; a rejection only ends the busy state. */
export function BusyButton({ onClick, ...button }: Props) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onClick().catch(() => undefined)
    setBusy(false)
  }
  return <Button {...button} loading={isBusy} onClick={run} />
}
