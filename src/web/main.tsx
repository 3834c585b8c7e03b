import { render } from 'preact'
import './styles/tokens.css'
import './styles/components.css'
import './styles/page.css'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root) render(<App />, root)
