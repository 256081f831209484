"""lightsout from Python: the collider."""
from .collider import Collider, ColliderError

__all__ = ["Collider", "ColliderError"]
