/** How each MUI component that the product uses looks: flat, hairlines, 12 px radius, 40 px controls (44 on touch). */
import type { Components, Theme } from '@mui/material/styles'

const overlay = {
  backgroundColor: 'var(--raised)',
  border: '1px solid var(--line)',
  boxShadow: 'var(--overlay-shadow)',
}
/** The edges of a phone that its camera and its home bar cover. */
const SAFE_AREA =
  'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)'
const focusRing = { outline: '2px solid var(--primary)', outlineOffset: 2 }

export const components: Components<Theme> = {
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
    styleOverrides: {
      root: {
        minHeight: 'var(--control)',
        borderRadius: 'var(--radius-control)',
        paddingInline: 16,
        whiteSpace: 'nowrap',
        // The narrowest phones have no room for the longest words in one line.
        '@media (max-width: 359px)': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
      },
      outlined: {
        borderColor: 'var(--line)',
        backgroundColor: 'var(--surface)',
        '&:hover': { borderColor: 'var(--line-strong)', backgroundColor: 'var(--hover)' },
      },
      text: { color: 'var(--soft)', '&:hover': { backgroundColor: 'var(--hover)', color: 'var(--text)' } },
      // The one main action of a page needs no more words than `contained`.
      contained: {
        '&.MuiButton-colorInherit': {
          backgroundColor: 'var(--primary)',
          color: 'var(--on-primary)',
          '&:hover': { backgroundColor: 'var(--primary-strong)' },
        },
        '&.Mui-disabled, &.MuiButton-colorInherit.Mui-disabled': {
          backgroundColor: 'var(--sunken)',
          color: 'var(--faint)',
        },
      },
      startIcon: { '& svg': { width: 18, height: 18 } },
      endIcon: { '& svg': { width: 18, height: 18 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 44,
        height: 44,
        padding: 0,
        flex: 'none',
        borderRadius: 'var(--radius)',
        color: 'var(--soft)',
        '&:hover': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
      },
      sizeSmall: { width: 36, height: 36, '@media (pointer: coarse)': { width: 44, height: 44 } },
    },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: { styleOverrides: { paper: { ...overlay, marginTop: 6 } } },
  MuiMenu: { styleOverrides: { list: { padding: 6 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: 'var(--control)',
        borderRadius: 8,
        gap: 12,
        '&.Mui-selected': { backgroundColor: 'var(--primary-soft)', color: 'var(--primary)', fontWeight: 600 },
        '&.Mui-selected:hover': { backgroundColor: 'var(--primary-soft)' },
        '&.Mui-focusVisible': { outlineOffset: -2 },
      },
    },
  },
  MuiDialog: {
    styleOverrides: {
      root: { padding: SAFE_AREA },
      // The bar of alarms lies over dialogs.
      container: { paddingBlock: 'var(--dialog-start, 0px) var(--dialog-end, 0px)' },
      paper: {
        ...overlay,
        borderRadius: 16,
        '@media (max-width: 599px)': { margin: 12, width: 'calc(100% - 24px)', maxHeight: 'calc(100% - 24px)' },
      },
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: 16, fontWeight: 650, padding: '20px 24px 8px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '16px 24px 20px' } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--scrim)' } } },
  },
  MuiDrawer: {
    styleOverrides: {
      paper: {
        padding: SAFE_AREA,
        paddingBlockEnd: 'max(var(--dialog-end, 0px), env(safe-area-inset-bottom))',
        backgroundColor: 'var(--surface)',
        borderColor: 'var(--line)',
      },
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400 },
    styleOverrides: {
      tooltip: {
        fontSize: 12,
        lineHeight: '18px',
        fontWeight: 500,
        padding: '4px 10px',
        borderRadius: 8,
        backgroundColor: 'light-dark(#18212c, #e6ebf1)',
        color: 'light-dark(#ffffff, #10161e)',
      },
    },
  },
  // The label rests in the middle of a control of 40 px.
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        borderRadius: 'var(--radius-control)',
        backgroundColor: 'var(--surface)',
        minHeight: 'var(--control)',
        '& fieldset': { borderColor: 'var(--line-strong)' },
        '&:hover .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--faint)' },
        '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--line)' },
      },
      input: { paddingBlock: 9 },
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 2 } } },
  MuiSkeleton: { styleOverrides: { root: { backgroundColor: 'var(--line)', borderRadius: 6, transform: 'none' } } },
  MuiSwitch: { styleOverrides: { track: { backgroundColor: 'var(--faint)', opacity: 0.5 } } },
  MuiCheckbox: { styleOverrides: { root: { color: 'var(--faint)', borderRadius: 8 } } },
  MuiAlert: {
    styleOverrides: {
      root: {
        borderRadius: 'var(--radius)',
        color: 'var(--text)',
        '&.MuiAlert-colorError': {
          backgroundColor: 'var(--critical-soft)',
          '& .MuiAlert-icon': { color: 'var(--critical)' },
        },
        '&.MuiAlert-colorWarning': { backgroundColor: 'var(--warn-bar)', '& .MuiAlert-icon': { color: 'var(--high)' } },
        '&.MuiAlert-colorInfo': {
          backgroundColor: 'var(--primary-soft)',
          '& .MuiAlert-icon': { color: 'var(--primary)' },
        },
        '&.MuiAlert-colorSuccess': { backgroundColor: 'var(--ok-soft)', '& .MuiAlert-icon': { color: 'var(--ok)' } },
      },
    },
  },
}
