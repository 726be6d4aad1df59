// VitePress's own theme with the fonts of the reader's machine: none is fetched.
import DefaultTheme from 'vitepress/theme-without-fonts'
import './site.css'

export default DefaultTheme
