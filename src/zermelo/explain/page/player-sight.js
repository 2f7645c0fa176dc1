// What of a tree is seen through its frame: larger or smaller about the pointer, all of it, a node kept in sight, and a small map.

const STEP = 1.25, LARGEST = 1.4; // of its size, that a tree is made to fit a frame
const MAP = { width: 168, least: 26, most: 64 }; // pixels

export class Sight {
  /**
   * @param {HTMLElement} frame
   * @param {SVGSVGElement} picture  in the frame
   * @param {SVGSVGElement} map
   */
  constructor(frame, picture, map) {
    this.frame = frame;
    this.picture = picture;
    this.map = map;
    this.size = { width: picture.viewBox.baseVal.width, height: picture.viewBox.baseVal.height };
    this.scale = 1;
    /** @type {[number, number] | null} */
    this.pointer = null; // where it is, over the frame
    /** @type {{ place: [number, number], part: [number, number], left: number, top: number } | null} */
    this.held = null; // about which place it was made larger or smaller last, what of the picture that is, and how far it was scrolled then
    this.connect();
    this.drawMap();
  }

  connect() {
    const { frame, map } = this;
    frame.addEventListener("pointermove", ({ clientX, clientY }) => { this.pointer = [clientX, clientY]; });
    frame.addEventListener("pointerleave", () => { this.pointer = null; });
    frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // the wheel alone scrolls
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), [event.clientX, event.clientY]);
    }, { passive: false });
    frame.addEventListener("scroll", () => this.drawMap());
    new ResizeObserver(() => this.drawMap()).observe(frame);
    this.pinching();
    this.dragging();
    const go = (/** @type {PointerEvent} */ event) => {
      const box = map.getBoundingClientRect();
      this.centre((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    };
    map.addEventListener("pointerdown", (event) => {
      map.setPointerCapture(event.pointerId);
      go(event);
    });
    map.addEventListener("pointermove", (event) => { if (event.buttons) go(event); });
  }

  // Two fingers zoom about the place between them.
  pinching() {
    let apart = 0;
    const measured = (/** @type {TouchList} */ [one, other]) => ({
      apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
      middle: /** @type {[number, number]} */ ([(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]),
    });
    this.frame.addEventListener("touchstart", ({ touches }) => { if (touches.length === 2) apart = measured(touches).apart; }, { passive: true });
    this.frame.addEventListener("touchmove", (event) => {
      if (event.touches.length !== 2) return;
      event.preventDefault();
      const now = measured(event.touches);
      this.zoom(now.apart / apart, now.middle);
      apart = now.apart;
    }, { passive: false });
  }

  // A mouse that is pressed beside the nodes drags the tree.
  dragging() {
    const { frame } = this;
    frame.addEventListener("pointerdown", (event) => {
      const under = /** @type {Element} */ (event.target);
      if (event.pointerType !== "mouse" || event.button || under.closest(".node") || under === frame) return;
      frame.setPointerCapture(event.pointerId);
      frame.classList.add("dragged");
    });
    frame.addEventListener("pointermove", ({ movementX, movementY }) => {
      if (frame.classList.contains("dragged")) frame.scrollBy(-movementX, -movementY);
    });
    for (const end of ["pointerup", "pointercancel"]) frame.addEventListener(end, () => frame.classList.remove("dragged"));
  }

  /**
   * Make the picture larger or smaller; what is at this place of the page stays there: the middle of the frame, unless given. What it is
   * is kept while one zooms at one place, as a picture that is smaller than the frame cannot be scrolled to where it was.
   * @param {number} factor
   * @param {[number, number] | null} [at]
   */
  zoom(factor, at = null) {
    const { frame, picture } = this, place = at ?? this.middle(), held = this.held;
    const same = held && at && held.place[0] === at[0] && held.place[1] === at[1] && held.left === frame.scrollLeft && held.top === frame.scrollTop;
    const [across, down] = same ? held.part : this.under(place);
    this.scale *= factor;
    picture.setAttribute("width", String(this.size.width * this.scale));
    picture.setAttribute("height", String(this.size.height * this.scale));
    const [acrossNow, downNow] = this.under(place), box = picture.getBoundingClientRect();
    frame.scrollLeft += (across - acrossNow) * box.width;
    frame.scrollTop += (down - downNow) * box.height;
    this.held = at && { place: at, part: [across, down], left: frame.scrollLeft, top: frame.scrollTop };
    this.drawMap();
  }

  // One step larger, or smaller: about the pointer, where it is over the frame.
  larger() {
    this.zoom(STEP, this.pointer);
  }

  smaller() {
    this.zoom(1 / STEP, this.pointer);
  }

  /**
   * Show all of the tree; where it would be smaller than `least`, a part of it, in the size `part`.
   * @param {number} [least]
   * @param {number} [part]
   */
  fit(least = 0, part = least) {
    const { frame, picture, size } = this;
    picture.setAttribute("height", "100000"); // as high as the frame can become
    const across = (frame.clientWidth || size.width) / size.width, down = (frame.clientHeight || size.height) / size.height;
    this.scale = 1;
    const all = Math.min(LARGEST, across, down);
    this.zoom(all < least ? part : all);
  }

  /** @returns {[number, number]} */
  middle() {
    const { frame } = this, room = frame.getBoundingClientRect();
    return [room.left + frame.clientLeft + frame.clientWidth / 2, room.top + frame.clientTop + frame.clientHeight / 2];
  }

  /**
   * What of the picture is at a place of the page, as parts of its width and height.
   * @param {[number, number]} place
   */
  under([x, y]) {
    const box = this.picture.getBoundingClientRect();
    return [(x - box.left) / (box.width || 1), (y - box.top) / (box.height || 1)];
  }

  /**
   * Bring a part of the picture into the middle of the frame.
   * @param {number} across  from 0 to 1
   * @param {number} down
   */
  centre(across, down) {
    const box = this.picture.getBoundingClientRect(), [x, y] = this.middle();
    this.frame.scrollBy(box.left + across * box.width - x, box.top + down * box.height - y);
  }

  /**
   * Keep a part of the picture in sight: what is not comes to the middle.
   * @param {Element} part
   */
  follow(part) {
    const { frame } = this, [box, room] = [part.getBoundingClientRect(), frame.getBoundingClientRect()], [x, y] = this.middle();
    if (box.left < room.left || box.right > room.right) frame.scrollLeft += box.left + box.width / 2 - x;
    if (box.top < room.top || box.bottom > room.bottom) frame.scrollTop += box.top + box.height / 2 - y;
    const now = part.getBoundingClientRect();
    this.at = this.under([now.left + now.width / 2, now.top + now.height / 2]);
    this.drawMap();
  }

  // The branches, what the frame shows of them, and the node that is followed; nothing where all is seen.
  drawMap() {
    const { map, frame, size } = this, box = this.picture.getBoundingClientRect(), room = frame.getBoundingClientRect();
    const seen = box.width <= frame.clientWidth + 1 && box.height <= frame.clientHeight + 1;
    map.toggleAttribute("hidden", seen);
    if (seen) return;
    if (!map.childElementCount) this.beginMap();
    const high = Math.max(MAP.least, Math.min(MAP.most, MAP.width * size.height / size.width));
    map.setAttribute("height", String(high));
    const [, view, dot] = map.children, [left, top] = this.under([room.left, room.top]);
    put(view, { x: left * size.width, y: top * size.height, width: frame.clientWidth / this.scale, height: frame.clientHeight / this.scale });
    const [across, down] = this.at ?? [0, 0], wide = 5 * size.width / MAP.width, tall = 5 * size.height / high;
    put(dot, { x: across * size.width - wide / 2, y: down * size.height - tall / 2, width: wide, height: tall });
  }

  beginMap() {
    const { map, picture, size } = this, made = (/** @type {string} */ name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    put(map, { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none", width: MAP.width });
    const branches = made("path"), view = made("rect"), dot = made("rect");
    put(branches, { class: "branches", d: [...picture.querySelectorAll("path.edge")].map((edge) => edge.getAttribute("d")).join("") });
    put(view, { class: "view" });
    put(dot, { class: "at" });
    map.append(branches, view, dot);
  }
}

/**
 * @param {Element} part
 * @param {Record<string, string | number>} facts
 */
function put(part, facts) {
  for (const [name, value] of Object.entries(facts)) part.setAttribute(name, String(value));
}
