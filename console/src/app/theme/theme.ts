/**
 * MUI in this product's tokens. Every colour is a CSS variable of ui/layout/style/tokens.css, so scheme and preset change by an
 * attribute on <html> and no component renders again.
 */
import type { Direction, Theme } from '@mui/material/styles'
import { createTheme } from '@mui/material/styles'
import { components } from './theme-components.ts'

const tone = (name: string) => ({
  main: `var(--${name})`,
  light: `var(--${name})`,
  dark: `var(--${name}-strong)`,
  contrastText: `var(--on-${name})`,
})

export function makeTheme(direction: Direction): Theme {
  return createTheme({
    direction,
    // The scheme is chosen in tokens.css: the browser's own parts, a clock or a scroll bar, follow it there.
    cssVariables: { nativeColor: true, disableCssColorScheme: true },
    palette: {
      primary: tone('primary'),
      secondary: tone('primary'),
      info: tone('primary'),
      error: tone('critical'),
      warning: tone('high'),
      success: tone('ok'),
      background: { default: 'var(--bg)', paper: 'var(--surface)' },
      text: { primary: 'var(--text)', secondary: 'var(--soft)', disabled: 'var(--faint)' },
      divider: 'var(--line)',
      action: {
        active: 'var(--soft)',
        hover: 'var(--hover)',
        selected: 'var(--primary-soft)',
        disabled: 'var(--faint)',
        disabledBackground: 'var(--sunken)',
      },
    },
    shape: { borderRadius: 12 },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: 14,
      fontWeightMedium: 550,
      fontWeightBold: 650,
      h1: { fontSize: 24, lineHeight: '32px', fontWeight: 650, letterSpacing: '-0.01em' },
      h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: '22px' },
      body2: { fontSize: 14, lineHeight: '20px' },
      caption: { fontSize: 12, lineHeight: '18px' },
      button: { fontWeight: 600, textTransform: 'none', fontSize: 14 },
    },
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: 150,
        standard: 150,
        complex: 150,
        enteringScreen: 150,
        leavingScreen: 120,
      },
    },
    components,
  })
}
