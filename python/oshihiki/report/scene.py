"""A drawing as a list of shapes, written as SVG (for the page, or alone) or as PNG.

Shapes name a colour, not its value: `THEME` gives each a light and a dark one, and the page's
style sheet chooses. One drawing therefore serves screen, dark mode, print and files, and its
bytes depend on nothing but the shapes.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from oshihiki.errors import StudyError

__all__ = ["THEME", "Scene", "style_sheet"]

# name: (light, dark). p1..p5 the first arm is better, m1..m5 the second; blue and orange stay
# apart for every common kind of colour blindness, and grow darker (in the dark: brighter) alike.
THEME: dict[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#16181b"),
    "ink": ("#1c1d1f", "#e9e9e6"),
    "soft": ("#5d6167", "#a2a7ad"),
    "faint": ("#c9ccd0", "#444a51"),
    "empty": ("#f1f1ee", "#23262a"),
    "hatch": ("#d9d9d4", "#363b41"),
    "p1": ("#e3edf7", "#20303f"),
    "p2": ("#bcd6ee", "#26476a"),
    "p3": ("#85b5de", "#2d6199"),
    "p4": ("#3376b0", "#4b90d2"),
    "p5": ("#154a7c", "#93c5f3"),
    "m1": ("#fbeadb", "#3d2f22"),
    "m2": ("#f8cfa5", "#654425"),
    "m3": ("#eda35b", "#8f5b23"),
    "m4": ("#b25d10", "#d68a36"),
    "m5": ("#7f3d08", "#f6c07c"),
    "on_p1": ("#1c1d1f", "#e9e9e6"),
    "on_p2": ("#1c1d1f", "#e9e9e6"),
    "on_p3": ("#101418", "#ffffff"),
    "on_p4": ("#ffffff", "#0c1116"),
    "on_p5": ("#ffffff", "#0c1116"),
    "on_m1": ("#1c1d1f", "#e9e9e6"),
    "on_m2": ("#1c1d1f", "#e9e9e6"),
    "on_m3": ("#171208", "#ffffff"),
    "on_m4": ("#ffffff", "#151008"),
    "on_m5": ("#ffffff", "#151008"),
    "tsumo": ("#1b5a94", "#93c5f3"),
    "ron": ("#6ba5d7", "#4b90d2"),
    "draw_tenpai": ("#b9cfc9", "#4d6a66"),
    "draw_noten": ("#d5d7d6", "#4a4f55"),
    "abort": ("#ececea", "#30353a"),
    "lateral": ("#e5d7c2", "#6a5d4b"),
    "other_tsumo": ("#eeb277", "#9c5f25"),
    "deal_in": ("#b9560e", "#f0a850"),
    "on_tsumo": ("#ffffff", "#0c1116"),
    "on_ron": ("#0d1b28", "#0c1116"),
    "on_draw_tenpai": ("#1c1d1f", "#e9e9e6"),
    "on_draw_noten": ("#1c1d1f", "#e9e9e6"),
    "on_abort": ("#1c1d1f", "#e9e9e6"),
    "on_lateral": ("#1c1d1f", "#ffffff"),
    "on_other_tsumo": ("#221405", "#ffffff"),
    "on_deal_in": ("#ffffff", "#151008"),
}

_MARGIN = 14.0  # around a drawing that stands alone
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class _Rect:
    x: float
    y: float
    w: float
    h: float
    fill: str
    radius: float = 0


@dataclass(frozen=True, slots=True)
class _Text:
    x: float
    y: float
    text: str
    fill: str
    size: float
    anchor: str
    bold: bool


@dataclass(frozen=True, slots=True)
class _Line:
    points: tuple[tuple[float, float], ...]
    stroke: str
    width: float
    dash: bool


@dataclass(frozen=True, slots=True)
class _Dot:
    x: float
    y: float
    r: float
    color: str
    filled: bool


@dataclass(frozen=True, slots=True)
class _Group:
    title: str | None  # what a pointer that rests there is told; None closes


@dataclass
class Scene:
    """A drawing of `width` by `height` pixels; y grows downward.

    Examples
    --------
    >>> scene = Scene(40, 20, "an empty box")
    >>> scene.rect(0, 0, 40, 20, "p1")
    >>> scene.to_svg().startswith('<svg class="figure" viewBox="0 0 40 20"')
    True
    """

    width: float
    height: float
    label: str
    shapes: list[Any] = field(default_factory=list)

    def rect(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0) -> None:
        """A filled rectangle."""
        self.shapes.append(_Rect(x, y, w, h, fill, radius))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        fill: str = "ink",
        size: float = 12,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """A line of text; y is its base line, `anchor` is start, middle or end."""
        self.shapes.append(_Text(x, y, text, fill, size, anchor, bold))

    def line(
        self, *points: tuple[float, float], stroke: str, width: float = 1, dash: bool = False
    ) -> None:
        """A line through points."""
        self.shapes.append(_Line(points, stroke, width, dash))

    def dot(self, x: float, y: float, r: float, color: str, filled: bool = True) -> None:
        """A disc, or a ring if not filled."""
        self.shapes.append(_Dot(x, y, r, color, filled))

    def hatch(self, x: float, y: float, w: float, h: float) -> None:
        """A box with slanted lines: there is nothing to say here."""
        self.rect(x, y, w, h, "empty", 3)
        step = 9.0
        start = x - h + step
        while start < x + w - 1:
            low, high = max(start, x), min(start + h, x + w)
            a, b = (low, y + h - (low - start)), (high, y + h - (high - start))
            self.line(a, b, stroke="hatch", width=1)
            start += step

    def group(self, title: str) -> None:
        """Shapes from here to `end` share a tip."""
        self.shapes.append(_Group(title))

    def end(self) -> None:
        """Close a group."""
        self.shapes.append(_Group(None))

    def add(self, other: Scene, x: float, y: float) -> None:
        """All shapes of another drawing, moved by (x, y)."""
        for shape in other.shapes:
            if isinstance(shape, _Line):
                moved = tuple((a + x, b + y) for a, b in shape.points)
                self.shapes.append(replace(shape, points=moved))
            elif isinstance(shape, _Group):
                self.shapes.append(shape)
            else:
                self.shapes.append(replace(shape, x=shape.x + x, y=shape.y + y))

    def to_svg(self, alone: bool = False) -> str:
        """SVG text: to be placed in a page that holds `style_sheet`, or `alone` as a file."""
        m = _MARGIN if alone else 0.0
        width, height = self.width + 2 * m, self.height + 2 * m
        box = f"{_n(0 - m)} {_n(0 - m)} {_n(width)} {_n(height)}"
        named = f'role="img" aria-label="{_q(self.label)}"' if self.label else 'aria-hidden="true"'
        head = f'<svg class="figure" viewBox="{box}" {named}'
        inside = "".join(_svg(shape) for shape in self.shapes)
        if not alone:
            return f'{head} style="max-width:{_n(width)}px">{inside}</svg>'
        size = f'width="{_n(width)}" height="{_n(height)}"'
        back = f'<rect class="f-paper" x="{_n(-m)}" y="{_n(-m)}" {size}/>'
        return (
            f'{head} {size} xmlns="http://www.w3.org/2000/svg">'
            f"<style>{style_sheet()}</style>{back}{inside}</svg>\n"
        )

    def to_png(self, zoom: float = 2) -> bytes:
        """PNG in the light colours, `zoom` dots a pixel; needs matplotlib (extra ``study``)."""
        try:
            from matplotlib.backends.backend_agg import FigureCanvasAgg
            from matplotlib.figure import Figure
        except ImportError as error:
            raise StudyError("PNG needs matplotlib: pip install 'oshihiki[study]'") from error
        m = _MARGIN
        width, height = self.width + 2 * m, self.height + 2 * m
        figure = Figure(figsize=(width / 100, height / 100), dpi=100 * zoom)
        figure.set_facecolor(THEME["paper"][0])
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(-m, self.width + m)
        axes.set_ylim(self.height + m, -m)
        for order, shape in enumerate(self.shapes):
            _paint(axes, shape, order)
        out = io.BytesIO()
        FigureCanvasAgg(figure)
        figure.savefig(out, format="png", metadata={"Software": None})
        return out.getvalue()


def style_sheet() -> str:
    """CSS that gives the colours of `THEME` to the shapes, light and dark, and for print."""

    def rules(dark: int) -> str:
        return "".join(f"--{name}:{value[dark]};" for name, value in THEME.items())

    used = "".join(
        f".f-{name}{{fill:var(--{name})}}.s-{name}{{stroke:var(--{name});fill:none}}"
        for name in THEME
    )
    return (
        f":root{{{rules(0)}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{rules(1)}}}}}"
        f"svg.figure text{{font-family:{_FONT};font-variant-numeric:tabular-nums}}{used}"
    )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _q(text: str) -> str:
    return escape(text, quote=True)


def _svg(shape: Any) -> str:
    match shape:
        case _Rect(x, y, w, h, fill, radius):
            rx = f' rx="{_n(radius)}"' if radius else ""
            box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"'
            return f'<rect class="f-{fill}" {box}{rx}/>'
        case _Text(x, y, text, fill, size, anchor, bold):
            side = "" if anchor == "start" else f' text-anchor="{anchor}"'
            weight = ' font-weight="650"' if bold else ""
            at = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"'
            return f'<text class="f-{fill}" {at}{side}{weight}>{escape(text)}</text>'
        case _Line(points, stroke, width, dash):
            path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            dashes = ' stroke-dasharray="5 4"' if dash else ""
            look = f'class="s-{stroke}" stroke-width="{_n(width)}"{dashes}'
            return f'<polyline points="{path}" {look}/>'
        case _Dot(x, y, r, color, filled):
            kind = f'class="f-{color}"' if filled else f'class="s-{color}" stroke-width="1.4"'
            return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" {kind}/>'
        case _Group(None):
            return "</g>"
        case _Group(str(title)):
            return f"<g><title>{escape(title)}</title>"
    raise TypeError(shape)


def _paint(axes: Any, shape: Any, order: int) -> None:
    from matplotlib.patches import Circle, FancyBboxPatch, Rectangle

    match shape:
        case _Rect(x, y, w, h, fill, radius):
            color = THEME[fill][0]
            look: dict[str, Any] = {"facecolor": color, "linewidth": 0, "zorder": order}
            if radius and w > 2 * radius:
                box = f"round,pad=0,rounding_size={radius}"
                axes.add_patch(FancyBboxPatch((x, y), w, h, boxstyle=box, **look))
            else:
                axes.add_patch(Rectangle((x, y), w, h, **look))
        case _Text(x, y, text, fill, size, anchor, bold):
            axes.text(
                x,
                y,
                text.replace("$", r"\$"),
                color=THEME[fill][0],
                fontsize=size * 0.72 * 0.9,  # DejaVu Sans runs wider than the fonts of a screen
                ha={"start": "left", "middle": "center", "end": "right"}[anchor],
                va="baseline",
                fontweight="bold" if bold else "normal",
                fontfamily="DejaVu Sans",
                zorder=order,
            )
        case _Line(points, stroke, width, dash):
            xs, ys = zip(*points, strict=True)
            style: Any = (0, (5, 4)) if dash else "-"
            axes.plot(xs, ys, color=THEME[stroke][0], lw=width * 0.72, ls=style, zorder=order)
        case _Dot(x, y, r, color, filled):
            paint = THEME[color][0]
            face = paint if filled else "none"
            axes.add_patch(
                Circle((x, y), r, facecolor=face, edgecolor=paint, linewidth=1, zorder=order)
            )
