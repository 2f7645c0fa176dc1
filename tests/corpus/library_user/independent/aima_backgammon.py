"""The race once more: each man as the steps that it still has to go (9 at its begin, 0 at home), seen from the player to move."""


def after(men, others, throw):
    """A man with s steps to go stands where a man of the other with 9 - s stands."""
    children = set()
    for man in set(men) - {0}:
        to = max(0, man - throw)
        if to and others.count(9 - to) > 1:
            continue
        moved, hit = list(men), list(others)
        moved[moved.index(man)] = to
        if to and 9 - to in hit:
            hit[hit.index(9 - to)] = 9
        children.add((tuple(sorted(hit)), tuple(sorted(moved))))
    return list(children) or [(others, men)]


def count(depth):
    """A turn is two actions: a throw, of three, and a move."""
    layer = {((5, 8, 8), (5, 8, 8)): 1}
    for _ in range(depth // 2):
        following = {}
        for (men, others), ways in layer.items():
            if any(others):
                for throw in (1, 2, 3):
                    for child in after(men, others, throw):
                        following[child] = following.get(child, 0) + ways
        layer = following
    throws = 3 if depth % 2 else 1
    return sum(ways * (throws if any(others) or throws == 1 else 0) for (_, others), ways in layer.items())
