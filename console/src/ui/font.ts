/** Inter for Latin letters, from this origin; Japanese uses the system's faces. */
import './font.css'
